package cli

import (
	"log/slog"
	"os"

	"toolcrib/internal/config"
	"toolcrib/internal/ops/design"
)

// useFonts adds the fonts of the settings to the built-in ones. What cannot be
// used is told and left out: a card of another script needs none of it.
func useFonts(s config.Settings, log *slog.Logger) {
	if s.FontDir == "" {
		return
	}
	for _, err := range design.UseFonts(os.DirFS(s.FontDir)) {
		log.Warn("a font was left out", "folder", s.FontDir, "error", err)
	}
}
