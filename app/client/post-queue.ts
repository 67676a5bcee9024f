/** The longest wait for the previous response, in milliseconds. */
const patience = 10_000

/**
 * Wraps `fetch` so that POSTs run one at a time, in the order they were made, and are never aborted, as the router would
 * when another form is submitted: the bag is a cookie, so each request must carry what the previous response stored. A POST
 * equal to the newest one still running shares its response: a double click adds once. FormData bodies (with files) cannot
 * be compared.
 */
export function serializePosts(call: typeof fetch): typeof fetch {
  let newest: { form: string; answer: Promise<Response> } | undefined
  return async (address, init) => {
    if (init?.method !== 'POST') return call(address, init)
    const form = `${address} ${init.body}`
    if (newest?.form !== form || init.body instanceof FormData) {
      const before = newest && Promise.race([newest.answer.catch(() => {}), delay(patience)])
      const answer = Promise.resolve(before).then(() => call(address, { ...init, signal: null }))
      const entry = { form, answer }
      newest = entry
      const forget = () => {
        if (newest === entry) newest = undefined
      }
      answer.then(forget, forget)
    }
    return (await newest.answer).clone()
  }
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
