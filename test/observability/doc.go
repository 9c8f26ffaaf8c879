// Package observability holds the dashboard and the alert rules of deploy/
// against Prometheus' own parser, rule files and query engine, and against what
// the program exposes: (cd test/observability && go test ./...). It is a module
// of its own, so that Prometheus is no requirement of the product.
package observability
