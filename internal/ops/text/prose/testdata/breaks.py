"""Writes GraphemeBreakTest.txt of Unicode 17 from the copy that the Go module
github.com/clipperhouse/uax29/v2 v2.7.0 carries as Go source: the clusters of
each of the 766 tests, as code points, with ÷ between clusters.

    python3 breaks.py "$(go list -m -f '{{.Dir}}' github.com/clipperhouse/uax29/v2)/graphemes/unicode_test.go" > breaks.txt
"""
import re
import sys

for expected in re.findall(r"expected: \[\]\[\]byte\{(.*)\},\n", open(sys.argv[1]).read()):
    clusters = [bytes(int(b, 16) for b in part.split(",")).decode() for part in re.findall(r"\{(.*?)\}", expected)]
    print(" ÷ ".join(" ".join(f"{ord(c):04X}" for c in cluster) for cluster in clusters))
