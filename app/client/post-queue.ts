/** The longest wait for the previous response, in milliseconds. */
const maxWaitMs = 10_000

/**
 * Wraps `fetch` so that POSTs run one at a time, in the order they were made, and are never aborted, as the router would
 * when another form is submitted: the bag is a cookie, so each request must carry what the previous response stored. A POST
 * equal to the newest one still running shares its response: a double click adds once. FormData bodies (with files) cannot
 * be compared.
 */
export function queuePosts(sendRequest: typeof fetch): typeof fetch {
  let latestPost: { requestKey: string; response: Promise<Response> } | undefined
  return async (input, init) => {
    if (init?.method !== 'POST') return sendRequest(input, init)
    const requestKey = `${input} ${init.body}`
    if (latestPost?.requestKey !== requestKey || init.body instanceof FormData) {
      const previousResponse = latestPost && Promise.race([latestPost.response.catch(() => {}), delay(maxWaitMs)])
      const response = Promise.resolve(previousResponse).then(() => sendRequest(input, { ...init, signal: null }))
      const post = { requestKey, response }
      latestPost = post
      const clearLatestPost = () => {
        if (latestPost === post) latestPost = undefined
      }
      response.then(clearLatestPost, clearLatestPost)
    }
    return (await latestPost.response).clone()
  }
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
