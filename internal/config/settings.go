// Package config holds every setting of the service in one table: the struct
// Settings, whose tags give each its name, default and help. A setting is, in
// falling order of precedence, a command-line flag, an environment variable
// (TOOLCRIB_ and the name in upper case; BASE_URL too is read, as hosting
// platforms set it), a line of the YAML file named by
// --config, or the default; Load says for each where its value came from.
//
// Values are plain text in all four places and read by the same rules: whole
// numbers are digits alone, durations digits and one of s, m, h, d. An
// environment variable set to nothing counts as not set; an empty flag or an
// empty text in the file is the empty value. Lists, maps, nulls and anchors in
// the file, a name that stands there twice, and names that are no settings are
// refused, wherever they come from.
package config

import "time"

// Settings are all settings, in the order in which they are printed. The
// names follow the fields in kebab case; value is the default.
type Settings struct {
	Listen  string `help:"Address to listen on; port 0 picks a free one." value:"127.0.0.1:8080"`
	BaseURL string `name:"base-url" env:"BASE_URL" help:"Public URL of the service, may end in a path; empty = the address listened on." value:""`
	Data    string `help:"Folder of the data." value:"toolcrib-data"`

	DatabaseURL string `name:"database-url" help:"PostgreSQL to keep the data in instead, for several servers: postgres://user:password@host/name." value:"" secret:"url"`

	TrustedProxies string `help:"Networks of reverse proxies whose X-Forwarded-For is believed, separated by commas, such as 10.0.0.0/8." value:""`

	RatePerMinute        int `help:"Requests of one key in any 60 seconds; 0 = no limit." value:"60"`
	AccountRatePerMinute int `help:"Requests of all keys of an account in any 60 seconds; 0 = no limit." value:"600"`

	FreeComputeUnits   int64 `help:"Free compute units of an account each calendar month (UTC)." value:"500"`
	FreeImageUnits     int64 `help:"Free image units of an account each calendar month (UTC)." value:"50"`
	ImageOverflowRate  int64 `help:"Prepaid compute units that stand for one image unit once those are used up; 0 = none do." value:"5"`
	DecideFreeRequests int64 `help:"Free requests of random-decision-maker each calendar month (UTC), beside the units." value:"5000"`

	BodyLimit       int           `help:"Bytes of a request body, after decompression." value:"2097152"`
	DocumentLimit   int           `help:"Bytes of one text or document field." value:"1000000"`
	OutputLimit     int           `help:"Bytes of an answer." value:"8388608"`
	HeaderLimit     int           `help:"Bytes of a request's headers." value:"32768"`
	ComputeTimeout  time.Duration `help:"Computing time of one call." value:"2s"`
	MaxInFlight     int           `help:"Calls carried out at a time; more are told to come again. 0 = no limit." value:"1024"`
	IdempotencyKeep time.Duration `help:"How long the answer to a call with an Idempotency-Key is kept." value:"24h"`
	DrainTimeout    time.Duration `help:"How long a stopping server waits for calls under way." value:"30s"`

	WebhookPrivate string `help:"Whether webhooks may be sent to private addresses and over plain http: no or yes." value:"no" oneof:"no,yes"`

	Contact   string `help:"How the operator is reached, shown to callers who need more units or whose account is suspended." value:""`
	LogFormat string `help:"Form of the log on standard error: text or json." value:"text" oneof:"text,json"`
}
