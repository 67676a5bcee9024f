import { decodeViaTurboStream as decode } from '@remix-run/react/dist/single-fetch.js'
import { expect, test } from 'vitest'
import { encodeTurboStream } from './adopt-handoff.ts'

test('the framework decodes what it is handed as JSON', async () => {
  const data = {
    loaderData: {
      root: { name: 'Farmácia "Ipê"', events: [], notice: null },
      page: { on: false, cents: [1, 0, -5, 2.5] },
    },
    actionData: null,
    errors: null,
    lists: [[], {}, [null]],
  }
  const { body } = new Response(encodeTurboStream(data))
  expect((await decode(body as ReadableStream<Uint8Array>, globalThis)).value).toEqual(data)
})
