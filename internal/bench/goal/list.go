package goal

// All are the goals in the order of the design.
var All = append(append(whole, overHTTP()...), append(alone, footprint...)...)

var whole = []Goal{
	{ID: "share-many", Section: 1, What: "share of a bare net/http handler, many keys", Least: 0.25},
	{ID: "share-many-aim", Section: 1, What: "the same, the aim", Least: 0.5},
	{ID: "share-one", Section: 1, What: "share of a bare net/http handler, one key", Least: 0.25},
	{ID: "share-one-aim", Section: 1, What: "the same, the aim", Least: 0.5},
	// The design's goal for the platform; Performance names what was measured.
	{ID: "charges-sqlite", Section: 1, What: "durable charges at 64 callers, SQLite, many keys", Unit: "a second", Least: 10_000},
	{ID: "charges-postgres", Section: 1, What: "durable charges at 64 callers, PostgreSQL, many keys", Unit: "a second", Least: 10_000},
	{ID: "half-p99", Section: 1, What: "p99 at half of peak", Unit: "ms", Most: 5},
	{ID: "alone-p50", Section: 1, What: "one call alone, p50", Unit: "ms", Most: 1},
	{ID: "two-nodes", Section: 1, What: "two nodes on PostgreSQL, to one", Unit: "×", Least: 1.6},
}

// HTTPJobs are the jobs of section 2 by their ids.
var HTTPJobs = []struct{ ID, What string }{
	{"md5", "md5"}, {"base64", "base64"}, {"sort", "sort lines"}, {"dedupe", "dedupe lines"}, {"format", "JSON format"},
	{"validate", "JSON validate"}, {"csv", "CSV to JSON"}, {"xml", "XML format"},
}

// HTTPSizes are the sizes of section 2 that have goals, in bytes.
var HTTPSizes = []struct {
	ID    string
	Bytes int
}{{"10 KB", 10_000}, {"1 MB", 1_000_000}}

// HTTP is the id of a job's goal at a size.
func HTTP(job, size string) string { return "http " + job + " " + size }

// HTTPMean is the id of the geometric mean of section 2.
const HTTPMean = "http mean"

func overHTTP() (list []Goal) {
	for _, j := range HTTPJobs {
		for _, s := range HTTPSizes {
			list = append(list, Goal{ID: HTTP(j.ID, s.ID), Section: 2, What: j.What + ", " + s.ID + ", to the best peer", Unit: "×", Least: 1})
		}
	}
	return append(list, Goal{ID: HTTPMean, Section: 2, What: "geometric mean of these", Unit: "×", Least: 3})
}

var alone = []Goal{
	{ID: "validate", Section: 3, What: "JSON validate", Unit: "MB/s", Least: 600},
	{ID: "format", Section: 3, What: "JSON format", Unit: "MB/s", Least: 400},
	{ID: "csv", Section: 3, What: "CSV to JSON", Unit: "MB/s", Least: 200},
	{ID: "xml", Section: 3, What: "XML format", Unit: "MB/s", Least: 350},
	{ID: "css", Section: 3, What: "CSS beautify", Unit: "MB/s", Least: 200},
	{ID: "base64", Section: 3, What: "base64 encode", Unit: "MB/s"},
	{ID: "unbase64", Section: 3, What: "base64 decode", Unit: "MB/s"},
	{ID: "sort", Section: 3, What: "sort lines by code point", Unit: "MB/s", Least: 140},
	{ID: "collate", Section: 3, What: "sort lines as English does", Unit: "MB/s"},
	{ID: "dedupe", Section: 3, What: "remove duplicate lines", Unit: "MB/s", Least: 350},
	{ID: "diff", Section: 3, What: "diff lines", Unit: "MB/s", Least: 150},
	{ID: "graphemes", Section: 3, What: "graphemes, mixed", Unit: "MB/s", Least: 400},
	{ID: "graphemes-ascii", Section: 3, What: "graphemes, ASCII", Unit: "MB/s", Least: 1500},
	{ID: "regex-email", Section: 3, What: "regex, e-mail", Unit: "MB/s"},
	{ID: "regex-phone", Section: 3, What: "regex, phone", Unit: "MB/s"},
	{ID: "regex-words", Section: 3, What: "regex, words", Unit: "MB/s"},
	{ID: "regex-quoted", Section: 3, What: "regex, quoted", Unit: "MB/s"},
	{ID: "uuid4", Section: 3, What: "UUID version 4", Unit: "a second", Least: 15e6},
	{ID: "uuid7", Section: 3, What: "UUID version 7", Unit: "a second", Least: 9e6},
	{ID: "cron", Section: 3, What: "cron: parse, next five, description", Unit: "a second", Least: 50_000},
	{ID: "qr", Section: 3, What: "QR code, 62 characters, PNG", Unit: "a second", Least: 10_000},
	{ID: "qr-verified", Section: 3, What: "the same, read back", Unit: "a second"},
}

var footprint = []Goal{
	{ID: "binary", Section: 4, What: "release program", Unit: "MB", Most: 40},
	{ID: "idle", Section: 4, What: "idle RSS", Unit: "MB", Most: 60},
	{ID: "start", Section: 4, What: "start to first answer", Unit: "ms", Most: 300},
	{ID: "keys", Section: 4, What: "memory of a million keys", Unit: "MB", Most: 300},
}
