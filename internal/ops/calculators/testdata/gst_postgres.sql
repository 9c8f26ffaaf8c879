-- Writes gst_postgres.tsv: a second opinion on gst-calculator from the exact
-- numerics of PostgreSQL 15: whole paise, thousandths of a percent, and div(),
-- the exact whole quotient; half-up is the quotient of twice the value plus one.
--
--   psql -X -q -A -F "$(printf '\t')" -P footer=off -f gst_postgres.sql > gst_postgres.tsv

WITH input AS (
  SELECT (i * 7919 % 1000003)::numeric AS paise,
         (ARRAY[0, 100, 250, 1500, 3000, 5000, 12000, 18000, 28000, 40000, i * 37 % 100001])[1 + i % 11]::numeric AS rate,
         (ARRAY[0, 0, 0, 12000, 22000, i * 53 % 400001])[1 + i % 6]::numeric AS cess,
         (ARRAY['exclusive', 'inclusive'])[1 + i % 2] AS mode,
         (ARRAY['intra_state', 'inter_state', 'union_territory'])[1 + i % 3] AS supply,
         (ARRAY['none', 'rupee'])[1 + i / 2 % 2] AS round_total
  FROM generate_series(1, 1100) AS i
), divisor AS (
  SELECT *, CASE mode WHEN 'exclusive' THEN 100000 ELSE 100000 + rate + cess END AS d FROM input
), levied AS (
  SELECT *, div(2 * paise * cess + d, 2 * d) AS cess_tax,
         div(2 * paise * rate + d, 2 * d) AS full_tax,
         div(2 * paise * rate + 2 * d, 4 * d) AS half_tax
  FROM divisor
), summed AS (
  SELECT *, cess_tax + CASE supply WHEN 'inter_state' THEN full_tax ELSE 2 * half_tax END AS tax FROM levied
), based AS (
  SELECT *, CASE mode WHEN 'exclusive' THEN paise ELSE paise - tax END AS base FROM summed
), rounded AS (
  SELECT *, CASE round_total WHEN 'none' THEN base + tax ELSE 100 * div(base + tax + 50, 100) END AS payable FROM based
)
SELECT format('amount=%s&gst_rate=%s&cess_rate=%s&mode=%s&supply=%s&round_total=%s',
              trim_scale(paise / 100), trim_scale(rate / 1000), trim_scale(cess / 1000), mode, supply, round_total) AS query,
       trim_scale(base / 100) AS base_amount,
       CASE WHEN supply = 'inter_state' THEN 'null' ELSE trim_scale(half_tax / 100)::text END AS cgst,
       CASE WHEN supply = 'intra_state' THEN trim_scale(half_tax / 100)::text ELSE 'null' END AS sgst,
       CASE WHEN supply = 'union_territory' THEN trim_scale(half_tax / 100)::text ELSE 'null' END AS utgst,
       CASE WHEN supply = 'inter_state' THEN trim_scale(full_tax / 100)::text ELSE 'null' END AS igst,
       trim_scale(cess_tax / 100) AS cess,
       trim_scale(tax / 100) AS total_tax,
       trim_scale(payable / 100) AS total_amount,
       trim_scale((payable - base - tax) / 100) AS round_off
FROM rounded;
