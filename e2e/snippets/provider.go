package main

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// replies are what the model answers, by what it is asked to fill in; texts
// otherwise. Each is an answer to the operation's example.
var replies = []struct{ asked, reply string }{
	{`"scores"`, `{"scores":[0.9,0.05,0.05]}`},
	{`"source_language"`, `{"source_language":"en","translation":"आपका ऑर्डर भेज दिया गया है।"}`},
	{`boxes`, `{"name":"Asha Rao","city":"Pune","boxes":3}`},
	{`teh rain`, `She doesn't like the rain.`},
	{``, `Hello, could you please send me the invoice?`},
}

// provider is a server of language models on loopback, as the operations ask
// them; it returns its base URL. It ends with the program.
func provider() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	s := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return // who asked has gone
		}
		for _, c := range replies {
			if strings.Contains(strings.ReplaceAll(string(body), `\"`, `"`), c.asked) {
				w.Header().Set("Content-Type", "application/json")
				_ = json.NewEncoder(w).Encode(completion(c.reply))
				return
			}
		}
	})}
	go func() { _ = s.Serve(l) }()
	return "http://" + l.Addr().String() + "/v1", nil
}

// completion is a reply as OpenAI's API carries it.
func completion(text string) any {
	type object = map[string]any
	return object{
		"id": "x", "object": "chat.completion", "created": 1, "model": "some-model",
		"choices": []object{{"index": 0, "message": object{"role": "assistant", "content": text}, "finish_reason": "stop"}},
		"usage":   object{"prompt_tokens": 40, "completion_tokens": 20, "total_tokens": 60},
	}
}
