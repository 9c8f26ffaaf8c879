-- Writes age_postgres.tsv: birth date, day, and the years, months and days of
-- age() in PostgreSQL 15.18.
--
--   psql -XAtq -F "$(printf '\t')" -f age_postgres.sql > age_postgres.tsv
SELECT setseed(0.16) \gset
WITH born AS (
  SELECT n, date '1850-01-01' + (random() * 60000)::int AS b, (random() * 36500)::int AS days, random() AS kind FROM generate_series(1, 700) n
), birth AS (
  SELECT n, CASE WHEN kind < 0.3 THEN (date_trunc('month', b) + interval '1 month - 1 day')::date ELSE b END AS b, days, kind FROM born
), pair AS (
  SELECT n, b, CASE WHEN kind BETWEEN 0.2 AND 0.6 THEN (date_trunc('month', b + days) + interval '1 month - 1 day')::date ELSE b + days END AS d FROM birth
)
SELECT b, d, extract(year FROM age(d, b)), extract(month FROM age(d, b)), extract(day FROM age(d, b)) FROM pair ORDER BY n;
