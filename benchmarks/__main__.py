"""Run every benchmark, one after the other; `make bench` does."""

import importlib

BENCHMARKS = (
    "benchmarks.intake",
    "benchmarks.reading",
    "benchmarks.slips",
    "benchmarks.receipts",
    "benchmarks.thousand_games",
    "benchmarks.adjudicate",
    "benchmarks.irish",
    "benchmarks.irish_freedom",
    "benchmarks.turlough",
    "benchmarks.pictures",
    "benchmarks.reports",
)

if __name__ == "__main__":
    for name in BENCHMARKS:
        importlib.import_module(name).main([])
        print()
