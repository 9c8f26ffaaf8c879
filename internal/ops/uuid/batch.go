package uuid

import (
	"context"
	"slices"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/uuid/rfc9562"
)

var _ = op.Define(op.Def[BatchIn, BatchOut]{
	ID:      "uuid-batch",
	Route:   "POST /v1/uuid/batch",
	Summary: "Generate up to 1,000 UUIDs in one call",
	Doc: "Makes up to 1,000 distinct UUIDs of one version in one format, or one of version 3 or 5 for each of a list of " +
		"names, in their order. Versions 6 and 7 strictly increase across the batch.",
	See:    []op.See{{When: "a single one or a few", ID: "uuid-generator"}},
	Words:  []string{"GUIDs", "bulk", "multiple", "hundreds", "unique ids", "mass", "test data"},
	Source: "RFC 9562 (Universally Unique IDentifiers); base64url: RFC 4648 section 5; base62: digits 0-9A-Za-z, 22 characters",
	Since:  "1.0.0",
	Hosts:  []string{"uuid /v1/batch"},
	Class:  op.T1,
	Varies: true,
	Rules:  []op.Rule{op.AtMostOne("name", "names")},
	Examples: []op.Example{
		{Name: "a name of the web", In: `{"version":5,"namespace":"url","names":["https://example.com/"]}`},
		{Name: "five that sort by time", In: `{"version":7,"count":5}`},
		{Name: "short random ones", In: `{"count":3,"format":"base62"}`},
	},
	Run: batch,
})

// BatchIn is the input of uuid-batch: that of uuid-generator with a longer
// count and a list of names.
type BatchIn struct {
	GenerateIn
	Count *int     `json:"count" min:"1" max:"1000" doc:"How many to make; 1 when left out, or as many as there are names." example:"5"`
	Names []string `json:"names,omitempty" len:"1..1000" each:"0..4096" doc:"For 3 and 5: the names, one UUID for each." example:"https://example.com/"`
}

// BatchOut is the answer of uuid-batch.
type BatchOut struct {
	UUIDs   []string               `json:"uuids" doc:"The UUIDs, in order."`
	Version op.Either[int, string] `json:"version" doc:"1 to 8, or \"nil\" or \"max\"."`
	Format  string                 `json:"format" doc:"How they are written."`
	Count   int                    `json:"count" doc:"How many there are."`
}

// Check is that of uuid-generator, and refuses a count that names or a
// version with a single UUID contradict.
func (in *BatchIn) Check(e *op.Invalid) {
	naming, named := "names", in.Names != nil
	if in.Name != nil {
		naming, named = "name", true
	}
	in.check(e, naming, named)
	if in.Count == nil {
		return
	}
	switch single := slices.Contains([]string{"3", "5", "8", "nil", "max"}, in.Version); {
	case in.Names != nil && *in.Count != len(in.Names):
		e.Add("count", op.Conflict, "count is %d, but there are %d names", *in.Count, len(in.Names)).Hint = "leave count out; each name gets one UUID"
	case in.Names == nil && single && *in.Count > 1:
		e.Add("count", op.Conflict, "version %s makes the same UUID each time; a batch holds no UUID twice", in.Version).Hint = "leave count out, or send several names with version 3 or 5"
	}
}

func batch(ctx context.Context, in BatchIn) (BatchOut, error) {
	list, err := in.list(ctx)
	if err != nil {
		return BatchOut{}, err
	}
	return BatchOut{UUIDs: in.written(list), Version: in.version(), Format: in.Format, Count: len(list)}, nil
}

func (in *BatchIn) list(ctx context.Context) ([]rfc9562.UUID, error) {
	if in.Names == nil {
		in.GenerateIn.Count = 1
		if in.Count != nil {
			in.GenerateIn.Count = *in.Count
		}
		return in.batch(ctx)
	}
	var list []rfc9562.UUID
	for _, name := range in.Names {
		u, err := in.named(name)
		if err != nil {
			return nil, err
		}
		list = append(list, u)
	}
	return list, nil
}
