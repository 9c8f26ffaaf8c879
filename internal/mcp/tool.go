package mcp

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolcrib/internal/op"
)

// listBudget bounds a list of tools, in bytes of its JSON. The contract's
// bound is 12,000 tokens; a full list of short forms has 4.1 bytes a token and
// more, which e2e/mcp measures.
const listBudget = 49_000

// fewWords is how long a list of accepted words may be to be worth its room
// before all others.
const fewWords = 6

// offer is one operation as a tool, in rising degrees of detail.
type offer struct {
	op    *op.Op
	forms []form
}

// form is a tool described in one degree of detail.
type form struct {
	tool *sdk.Tool
	size int // bytes of its JSON
}

// newOffer describes an operation.
func newOffer(o *op.Op) offer {
	in, out := o.Input(), o.Output()
	// In the order in which they are worth their room: what can be sent first,
	// then what it means, then what comes back.
	f := offer{op: o}
	for _, s := range []struct{ in, out op.Object }{
		{briefInput(in, 0), bareSuccess()},
		{briefInput(in, fewWords), bareSuccess()},
		{briefInput(in, math.MaxInt), bareSuccess()},
		{briefInput(in, math.MaxInt), success(anyObject)},
		{full(in, true), success(anyObject)},
		{full(in, true), success(full(out, false))},
		{full(in, true), success(full(out, true))},
	} {
		f.forms = append(f.forms, newForm(newTool(o.ID, o.Summary, describe(o), !o.Varies, o.AI(), s.in, s.out)))
	}
	return f
}

// newTool is a tool that only computes: it changes nothing, and reaches nothing
// but, where it is open, a language model elsewhere.
func newTool(name, title, description string, idempotent, open bool, in, out op.Object) *sdk.Tool {
	no := false
	return &sdk.Tool{
		Name: name, Title: title, Description: description,
		InputSchema: json.RawMessage(in.AppendJSON(nil)), OutputSchema: json.RawMessage(out.AppendJSON(nil)),
		Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true, DestructiveHint: &no, OpenWorldHint: &open, IdempotentHint: idempotent},
	}
}

func newForm(t *sdk.Tool) form {
	body, err := json.Marshal(t)
	if err != nil {
		panic(fmt.Sprintf("mcp: %s cannot be written: %v", t.Name, err))
	}
	return form{t, len(body)}
}

// describe says what an operation does and what it costs.
func describe(o *op.Op) string { return o.Doc() + " " + o.Cost() + "." }

// fit describes offers in as much detail as the budget has room for. Each
// degree is given to as many as possible, the cheapest first, before any gets
// the next: the same offers always come out the same.
func fit(offers []offer) []*sdk.Tool {
	degree := make([]int, len(offers))
	left := listBudget
	for _, o := range offers {
		left -= o.forms[0].size
	}
	order := make([]int, len(offers))
	for i := range order {
		order[i] = i
	}
	for d := 1; len(offers) > 0 && d < len(offers[0].forms); d++ {
		cost := func(i int) int { return offers[i].forms[d].size - offers[i].forms[degree[i]].size }
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(cost(a), cost(b)) })
		for _, i := range order {
			if degree[i] == d-1 && cost(i) <= left {
				left -= cost(i)
				degree[i] = d
			}
		}
		slices.Sort(order)
	}
	tools := make([]*sdk.Tool, len(offers))
	for i, o := range offers {
		tools[i] = o.forms[degree[i]].tool
	}
	return tools
}
