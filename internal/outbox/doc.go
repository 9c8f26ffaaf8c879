// Package outbox sends the events that a store keeps for the webhooks of
// accounts, by the Standard Webhooks specification 1.0.0
// (https://www.standardwebhooks.com).
//
// Events are delivered at least once: who dies between the receiver's answer
// and the store's note of it leaves the event to be sent again, under the same
// webhook-id. Several processes may work on one store. Each claims an event
// for longer than an attempt can take, so that no other sends it meanwhile.
//
// Receivers are named by customers, so they are not trusted. The address of
// every connection is judged when it is dialled, after names were looked up;
// no proxy is used, no redirect followed, no cookie kept; an answer counts by
// its status alone; and what receivers, resolvers and URLs say never reaches a
// log.
package outbox
