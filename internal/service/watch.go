package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"

	"toolcrib/internal/config"
	"toolcrib/internal/metrics"
)

// MetricsPath is where the metrics are on their own address.
const MetricsPath = "/metrics"

// watch opens the address of the metrics. Where it is the default one and
// another server of this machine has it, this one has none.
func watch(ctx context.Context, s config.Settings, m *metrics.Metrics, log *slog.Logger) (url string, run func(context.Context), err error) {
	if s.MetricsListen == "" {
		return "", nil, nil
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", s.MetricsListen)
	if err != nil && s.MetricsListen == config.DefaultMetricsListen {
		return "", nil, nil
	}
	if err != nil {
		return "", nil, fmt.Errorf("cannot listen on %s for metrics: %w; choose another address with --metrics-listen, or none with --metrics-listen ''", s.MetricsListen, err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET "+MetricsPath, m.Handler())
	server := &http.Server{
		Handler: mux, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	return "http://" + l.Addr().String() + MetricsPath, func(ctx context.Context) {
		context.AfterFunc(ctx, func() { _ = server.Close() })
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			log.LogAttrs(ctx, slog.LevelError, "metrics are no longer answered", slog.Any("cause", err))
		}
	}, nil
}
