// Package mcp is the front for agents: the operations as tools of the Model
// Context Protocol, over streamable HTTP (New) and over a pipe (Stdio).
//
// The protocol itself is the official SDK's: it reads messages, negotiates
// versions and writes answers. This package says which tools there are and how
// they are described, hands each tools/call to the same engine as REST with
// the arguments as they were sent, byte for byte, and turns what comes back
// into a tool's result. Nothing here keeps a session: every request stands
// alone, so any number of servers may answer one client.
//
// Over HTTP the front for web requests (internal/rest) lends what both need:
// it authenticates, and it writes problems, receipts and headers.
package mcp
