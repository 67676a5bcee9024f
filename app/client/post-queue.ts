/** The longest wait for the previous response, in milliseconds. */
const maxWaitMs = 10_000

/**
 * Wraps `fetch` so that POSTs run one at a time, in the order they were made, and are never aborted, as the router would
 * when another form is submitted: the bag is a cookie, so each request must carry what the previous response stored. A POST
 * equal to the newest one still running shares its response: a double click adds once. FormData bodies (with files) cannot
 * be compared.
 */
export function serializePosts(sendRequest: typeof fetch): typeof fetch {
  let latest: { form: string; response: Promise<Response> } | undefined
  return async (address, init) => {
    if (init?.method !== 'POST') return sendRequest(address, init)
    const form = `${address} ${init.body}`
    if (latest?.form !== form || init.body instanceof FormData) {
      const previous = latest && Promise.race([latest.response.catch(() => {}), delay(maxWaitMs)])
      const response = Promise.resolve(previous).then(() => sendRequest(address, { ...init, signal: null }))
      const entry = { form, response }
      latest = entry
      const forget = () => {
        if (latest === entry) latest = undefined
      }
      response.then(forget, forget)
    }
    return (await latest.response).clone()
  }
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
