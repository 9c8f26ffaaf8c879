"""Writes the ledger of a loan, year by year, as CSV.

    pip install ./clients/python
    TOOLCRIB_URL=https://tools.example.com TOOLCRIB_KEY=… python emi_table.py 500000 8.5 60
"""

import csv
import os
import sys
from decimal import Decimal

from toolcrib import Client, Error


def main(principal: str, annual_rate: str, months: str) -> int:
    tools = Client(os.environ["TOOLCRIB_URL"], os.environ["TOOLCRIB_KEY"])
    try:
        loan = tools.calculators.emi(
            principal=Decimal(principal), annual_rate=Decimal(annual_rate), tenure_months=int(months), schedule="yearly"
        )
    except Error as e:
        print("\n".join(f"{f.field}: {f.message}" for f in e.errors) or e, file=sys.stderr)
        return 1
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["year", "paid", "interest", "principal", "left"])
    for row in loan["schedule"]:
        table.writerow([row["year"], row["payment"], row["interest"], row["principal"], row["closing_balance"]])
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
