package desk

import "strings"

// Marks of browsers and systems in a User-Agent, the telling ones first: most
// name several others, to be taken for them.
var (
	browserMarks = [][2]string{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"}, {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"},
		{"CriOS/", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}, {"curl/", "curl"},
	}
	systemMarks = [][2]string{
		{"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Windows", "Windows"}, {"CrOS", "ChromeOS"},
		{"Mac OS X", "macOS"}, {"Linux", "Linux"},
	}
)

// browser tells browser and system of a User-Agent in two words, by which
// somebody knows their own sessions. "" where it names none.
func browser(userAgent string) string {
	var words []string
	for _, marks := range [][][2]string{browserMarks, systemMarks} {
		for _, m := range marks {
			if strings.Contains(userAgent, m[0]) {
				words = append(words, m[1])
				break
			}
		}
	}
	return strings.Join(words, ", ")
}
