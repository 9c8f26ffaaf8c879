// A typed client of the Toolcrib service: openapi-fetch over the types that
// openapi-typescript makes of the OpenAPI document, with retries that are
// never charged twice, errors as exceptions, and receipts.
import createFetch, { type Client } from "openapi-fetch";
import type { components, paths } from "./schema.js";

export type { components, paths } from "./schema.js";

/** The calls, by method and path: tools.POST("/v1/text/slugify", { body: { text } }). */
export type Tools = Client<paths, "application/json">;

export interface Options {
  /** How often a call is sent at most; 1 is without retry. Default 4. */
  attempts?: number;
  /** The longest first wait where the service names none, in ms; it doubles each time. Default 250. */
  baseWait?: number;
  /** The longest wait between two attempts, in ms. A refusal that asks for more is thrown at once. Default 60,000. */
  maxWait?: number;
  /** Sends each attempt; the global fetch by default. */
  fetch?: (request: Request) => Promise<Response>;
}

/** A refusal of the service (RFC 9457). A refused call costs nothing. */
export class ToolcribError extends Error {
  override readonly name = "ToolcribError";

  constructor(
    readonly status: number,
    /** What went wrong, for programs; empty where the answer is not the service's own. */
    readonly code: string,
    message: string,
    /** Every fault of the input. */
    readonly errors: components["schemas"]["Violation"][],
    readonly requestId: string,
    /** Milliseconds after which the same call can succeed; 0 where waiting does not help. */
    readonly retryAfter: number,
    readonly problem?: components["schemas"]["Problem"],
  ) {
    super(message);
  }
}

/** What a call cost and what is left. */
export interface Receipt {
  requestId: string;
  /** Id of the charge; empty where nothing was charged. */
  charge: string;
  /** Taken for this call. */
  units: number;
  /** The answer of an earlier call with the same Idempotency-Key. */
  replayed: boolean;
  pool: string;
  /** Units left: of this month's, and of packs. */
  free: number;
  prepaid: number;
}

/**
 * A client of the service at a base URL. Every call has an Idempotency-Key of
 * its own, so that one that is sent again is charged once; a header of the
 * caller's goes first, and an empty one sends none.
 */
export function createTools(baseUrl: string, key: string, options: Options = {}): Tools {
  return createFetch<paths, "application/json">({
    baseUrl: baseUrl.replace(/\/$/, ""),
    headers: { Authorization: `Bearer ${key}` },
    fetch: (request) => send(request, options),
  });
}

/** The data of a call's answer, with its receipt. */
export async function answer<T>(
  call: Promise<{ data?: { success: true; data: T }; response: Response }>,
): Promise<{ data: T; receipt: Receipt }> {
  const { data, response } = await call;
  if (data?.success !== true) throw new Error("the answer is not the envelope of a success");
  return { data: data.data, receipt: receipt(response) };
}

/** The receipt of a response. */
export function receipt(response: Response): Receipt {
  const h = response.headers;
  const [charge, taken] = item(h.get("Toolcrib-Charge"));
  const [pool, left] = item(h.get("Toolcrib-Quota"));
  return {
    requestId: h.get("Request-Id") ?? "",
    charge,
    units: taken.get("units") ?? 0,
    replayed: h.get("Idempotent-Replayed") === "true",
    pool,
    free: left.get("free") ?? 0,
    prepaid: left.get("prepaid") ?? 0,
  };
}

/** The first of a list of strings with integer parameters (RFC 9651). */
function item(value: string | null): [string, Map<string, number>] {
  const [name = "", ...params] = (value ?? "").split(",")[0]!.split(";");
  const pairs = params.map((p) => p.trim().split("="));
  return [name.trim().replaceAll('"', ""), new Map(pairs.map(([k, v]) => [k!, Number(v)]))];
}

async function send(request: Request, options: Options): Promise<Response> {
  const { attempts = 4, baseWait = 250, maxWait = 60_000, fetch: one = fetch } = options;
  const chosen = request.headers.get("Idempotency-Key");
  if (chosen === null) request.headers.set("Idempotency-Key", crypto.randomUUID());
  if (chosen === "") request.headers.delete("Idempotency-Key");
  for (let attempt = 1; ; attempt++) {
    const safe = request.headers.has("Idempotency-Key");
    const longest = Math.min(baseWait * 2 ** (attempt - 1), maxWait);
    let wait = longest * (1 + Math.random()) / 2;
    let failure: unknown;
    try {
      const response = await one(request.clone());
      if (response.ok) return await whole(response);
      failure = await refusal(response);
    } catch (lost) {
      failure = lost;
    }
    if (request.signal.aborted || attempt >= attempts) throw failure;
    if (failure instanceof ToolcribError) {
      if (chosen === null && safe && tooLongToKeep(failure)) {
        // The refusal cost nothing, and without the key the call is answered.
        request.headers.delete("Idempotency-Key");
        continue;
      }
      const away = failure.code === "" && [502, 503, 504].includes(failure.status) && safe;
      if (failure.retryAfter > maxWait || (failure.retryAfter === 0 && !away)) throw failure;
      if (failure.retryAfter > 0) wait = failure.retryAfter + Math.random() * baseWait;
    } else if (!safe) {
      throw failure;
    }
    await pause(wait, request.signal);
  }
}

/** Reads an answer to its end, so that one that is cut is tried again; streams are left to the caller. */
async function whole(response: Response): Promise<Response> {
  if (response.headers.get("Content-Type")?.startsWith("text/event-stream")) return response;
  const { status, headers } = response;
  return new Response(await response.arrayBuffer(), { status, headers });
}

async function refusal(response: Response): Promise<ToolcribError> {
  const h = response.headers;
  const after = h.get("Retry-After") ?? "";
  const wait = /^\d+$/.test(after) ? Number(after) * 1000 : Math.max(0, Date.parse(after) - Date.now()) || 0;
  if (!h.get("Content-Type")?.startsWith("application/problem+json")) {
    await response.body?.cancel();
    return new ToolcribError(response.status, "", `${response.status} ${response.statusText}`, [], h.get("Request-Id") ?? "", wait);
  }
  const p = (await response.json()) as components["schemas"]["Problem"];
  const faults = p.errors.map((e) => `; ${e.field}: ${e.message}`).join("");
  return new ToolcribError(response.status, p.code, `${p.status} ${p.code}: ${p.detail}${faults} (${p.request_id})`, p.errors, p.request_id, wait, p);
}

function tooLongToKeep(e: ToolcribError): boolean {
  return e.status === 422 && e.errors.some((f) => f.field === "Idempotency-Key" && f.code === "output_too_large");
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}
