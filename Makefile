# Every command of the project; 'make help' lists them.
.DEFAULT_GOAL := help
SHELL := /bin/bash

COMMIT := $(shell git rev-parse --short HEAD 2>/dev/null)
LDFLAGS := -s -w -X toolcrib/internal/build.commit=$(COMMIT)
TOOL := go tool -modfile=tools/go.mod

# Packages in which calls meet each other, tested once more by the race detector.
# Left out there are the plans of statements and the histories of the stores'
# model, which take one step after the other: it would see nothing in them, at
# ten times their length.
RACY := ./internal/account/... ./internal/window ./internal/meter/... ./internal/engine/... ./internal/tally ./internal/outbox ./internal/rest/... ./internal/mcp ./internal/store/...

.PHONY: help
help: ## Show this list.
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

bin/toolcrib: $(shell find cmd internal -name '*.go' -o -name '*.sql' -o -name '*.json' -o -name '*.md' 2>/dev/null) go.mod go.sum
	@echo "building bin/toolcrib (the first time this compiles SQLite, a minute or two)"
	@CGO_ENABLED=0 go build -trimpath -ldflags '$(LDFLAGS)' -o $@ ./cmd/toolcrib

.PHONY: build
build: bin/toolcrib ## Build the program into bin/.

.PHONY: run
run: bin/toolcrib ## Build and start a server to try: temporary data, a key for a day.
	@bin/toolcrib serve --dev

.PHONY: test
test: ## Run every test; installs what it needs.
	@scripts/test

.PHONY: check
check: ## Everything a change must pass: format, vet, staticcheck, tests, race, fuzz smoke.
	@scripts/check-format
	go vet ./...
	$(TOOL) staticcheck ./...
	scripts/test
	scripts/fuzz 10s

.PHONY: race
race: ## Run the tests of the concurrent packages under the race detector.
	go test -race -skip 'TestContract/(Model|Plans)' $(RACY)

.PHONY: bench
bench: ## Measure speed and size against the design's goals; make bench ARGS=-quick for a look.
	go run ./internal/bench $(ARGS)

.PHONY: bench-all
bench-all: ## Time every example of every operation, and the stores by themselves.
	go test -run '^$$' -bench . -benchmem ./internal/op ./internal/ops ./internal/ops/converters ./internal/ops/data/csv ./internal/store/sqlite ./internal/store/postgres

.PHONY: peers
peers: ## Measure the text and data operations against other libraries and programs, in one run.
	test/peers/run

.PHONY: reliability
reliability: ## Kill, cut, stall and flood the service, and print what it survived (half an hour).
	go run ./test/reliability

.PHONY: generate
generate: ## Write the files that follow from the registry.
	go generate ./...
	go run ./internal/gen/docs
	go run ./internal/gen/client

.PHONY: release
release: ## Build what is published of a version into dist/: make release VERSION=1.0.0
	go -C tools/release run . $(VERSION) $(CURDIR)/dist

.PHONY: screenshots
screenshots: bin/toolcrib ## Take the pictures in docs/screenshots again.
	e2e/web/screenshots.sh bin/toolcrib

.PHONY: cards
cards: ## Draw every template of the social cards, to look at: bin/cards.png.
	@mkdir -p bin
	go run ./internal/gen/contactsheet bin/cards.png

.PHONY: tzdata
tzdata: ## Bring the embedded time zone database up to date, from Debian's package.
	@scripts/tzdata

.PHONY: clean
clean: ## Remove what was built.
	rm -rf bin e2e/openapi/node_modules e2e/mcp/node_modules e2e/web/node_modules e2e/clients/node_modules test/peers/node_modules test/peers/cyberchef/node_modules dist
