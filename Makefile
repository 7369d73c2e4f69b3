# One local command says exactly what CI says. `make help` lists the targets.
.DEFAULT_GOAL := help
SHELL := /bin/bash
GO ?= go
BIN := bin/sparkhost
EXAMPLE := examples/quickstart

.PHONY: help build run test check bench plugins release site clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' Makefile | sort | awk -F':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

build: ## compile the sparkhost binary, with the shipped plugins inside, into bin/
	$(GO) build -o $(BIN) ./cmd/sparkhost

# Compilers, linkers and tests live short, so they may gather more garbage before they collect it.
# Tag slim leaves out what answering needs not, so that the first answers come soon: RATIONALE.md says what.
run: ## set everything up and answer the built-in questions from the built-in corpus
	GOGC=$${GOGC:-400} $(GO) build -tags slim -ldflags "-s -w" -o $(BIN) ./cmd/sparkhost
	$(BIN) run --corpus $(EXAMPLE)/corpus.jsonl --questions $(EXAMPLE)/questions.jsonl --policy standard

# Two packages more than there are processors: tests wait, too.
test: ## run the tests; needs only Go and make
	GOGC=$${GOGC:-400} $(GO) test -p $$(($$(getconf _NPROCESSORS_ONLN) + 2)) -timeout 20m ./...

check: ## what CI runs: tests, race, fuzz, formatting, generated files, real data
	./.ci/run

plugins: ## build the shipped plugins again, after a change of theirs or of the SDK; installs TinyGo on Debian
	./plugins/build
	./host/retrieval/fulltext/pdf/build

site: ## write the documents as an offline site with a search, in dist/site
	$(GO) run ./scripts/site

release: ## make what a release consists of, in dist/, from the commit that is checked out
	scripts/release/run --out dist

bench: build ## print the performance table: host against native, side by side
	./scripts/bench

clean: ## remove what was built; caches of the user stay
	rm -rf bin
