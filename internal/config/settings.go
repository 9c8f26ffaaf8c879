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

	HostsQR   string `name:"hosts-qr" help:"Host name that answers the QR operations alone, such as qr.example.com, with the port where that is not the usual one; empty = none." value:""`
	HostsOG   string `name:"hosts-og" help:"The same for the social cards." value:""`
	HostsHash string `name:"hosts-hash" help:"The same for the digests." value:""`
	HostsUUID string `name:"hosts-uuid" help:"The same for the UUIDs." value:""`

	TrustedProxies string `help:"Networks of reverse proxies whose X-Forwarded-For is believed, separated by commas, such as 10.0.0.0/8." value:""`

	BrandTitle        string `help:"Name of the website, in its header and titles." value:"Toolcrib"`
	VisitorsPerMinute int    `help:"Answers that tool pages give the visitors of one address (of IPv6: one /64) in any 60 seconds; 0 = no limit. Nobody is limited where the base URL is this machine's own." value:"30"`
	Signup            string `help:"Who may become a user of the website: off (nobody but by 'toolcrib admin create'), invite (who was given an invite) or open (everybody)." value:"invite" oneof:"off,invite,open"`
	AdminLogin        string `help:"Login of a user who runs the installation, made when the server starts and there is none of that login." value:""`
	AdminPasswordFile string `help:"File whose first line is the first password of admin-login." value:""`

	RatePerMinute        int `help:"Requests of one key in any 60 seconds; 0 = no limit." value:"60"`
	AccountRatePerMinute int `help:"Requests of all keys of an account in any 60 seconds; 0 = no limit." value:"600"`

	FreeComputeUnits   int64 `help:"Free compute units of an account each calendar month (UTC)." value:"500"`
	FreeImageUnits     int64 `help:"Free image units of an account each calendar month (UTC)." value:"50"`
	ImageOverflowRate  int64 `help:"Prepaid compute units that stand for one image unit once those are used up; 0 = none do." value:"5"`
	DecideFreeRequests int64 `help:"Free requests of random-decision-maker each calendar month (UTC), beside the units." value:"5000"`

	OpsEnable  string `help:"Operations that are offered, by id or group, separated by commas; empty = all." value:""`
	OpsDisable string `help:"Operations that are not offered, by id or group, separated by commas, whatever ops-enable says." value:""`

	FontDir string `help:"Folder of more fonts for social cards (.ttf, .otf, .ttc or .otc with outlines), for scripts that the built-in ones lack, such as Chinese; read once, at the start; empty = none." value:""`

	BodyLimit       int           `help:"Bytes of a request body, after decompression." value:"2097152"`
	DocumentLimit   int           `help:"Bytes of one text or document field." value:"1000000"`
	OutputLimit     int           `help:"Bytes of an answer." value:"8388608"`
	HeaderLimit     int           `help:"Bytes of a request's headers." value:"32768"`
	ComputeTimeout  time.Duration `help:"Computing time of one call." value:"2s"`
	MaxInFlight     int           `help:"Calls carried out at a time; more are told to come again. 0 = no limit." value:"1024"`
	IdempotencyKeep time.Duration `help:"How long the answer to a call with an Idempotency-Key is kept." value:"24h"`
	DrainTimeout    time.Duration `help:"How long a stopping server waits for calls under way." value:"30s"`

	AIModelsFile string `name:"ai-models-file" help:"YAML file of the models that AI operations ask and the OpenAI-compatible servers they are at; empty = ai-model, or the built-in local-1 alone." value:""`
	AIBaseURL    string `name:"ai-base-url" help:"Instead of that file, one OpenAI-compatible server: the URL that /chat/completions follows, such as https://api.example.com/v1." value:""`
	AIKey        string `name:"ai-key" help:"Key of that server's API; empty = it wants none." value:"" secret:"yes"`
	AIModel      string `name:"ai-model" help:"Name of the model there, by which callers name it too." value:""`
	AIRates      string `name:"ai-rates" help:"What that model costs, in AI tokens: the fee of a call, and the rates of a token of the prompt and of the reply." value:"0 1 1"`
	AIPrivate    string `name:"ai-private" help:"Whether models may be at private addresses and be asked over plain http: no or yes." value:"no" oneof:"no,yes"`
	AIProxy      string `name:"ai-proxy" help:"HTTP proxy by which models are asked; empty = none, whatever the environment names." value:"" secret:"url"`

	WebhookPrivate string `help:"Whether webhooks may be sent to private addresses and over plain http: no or yes." value:"no" oneof:"no,yes"`

	Payments string `help:"How new orders of packs are paid: none (nothing is sold), manual (the operator marks them paid), stripe, razorpay, or fake (no money moves)." value:"manual" oneof:"none,manual,stripe,razorpay,fake"`
	Packs    string `help:"What is sold, each as units, pool and price in rupees with tax." value:"10000 compute 99, 100000 compute 699, 10000 ai_tokens 149"`

	StripeKey             string `help:"Secret key of Stripe's API." value:"" secret:"yes"`
	StripeWebhookSecret   string `help:"Signing secret of the webhook that Stripe sends to /hooks/stripe." value:"" secret:"yes"`
	RazorpayKeyID         string `name:"razorpay-key-id" help:"Id of the key of Razorpay's API." value:""`
	RazorpayKeySecret     string `help:"Secret of that key." value:"" secret:"yes"`
	RazorpayWebhookSecret string `help:"Secret of the webhook that Razorpay sends to /hooks/razorpay." value:"" secret:"yes"`

	SellerName    string `help:"Name on invoices." value:""`
	SellerAddress string `help:"Address on invoices." value:""`
	SellerGSTIN   string `name:"seller-gstin" help:"GSTIN on invoices; empty = not registered, no tax is shown." value:""`
	GSTRate       int64  `name:"gst-rate" help:"Percent of GST that the prices contain." value:"18"`
	SAC           string `name:"sac" help:"Services Accounting Code on invoices." value:"998319"`

	Contact       string `help:"How the operator is reached, shown to callers who need more units or whose account is suspended." value:""`
	MetricsListen string `help:"Address of its own for Prometheus metrics; empty = none. Where another server has the default one, there are none." value:"127.0.0.1:9464"`

	LogFormat string `help:"Form of the log on standard error: text or json." value:"text" oneof:"text,json"`
}

// DefaultMetricsListen is the default of MetricsListen.
const DefaultMetricsListen = "127.0.0.1:9464"
