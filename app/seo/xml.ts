import { toWritableText } from '../texts/writable-text.ts'

const entityByCharacter: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Text escaped for XML, without what XML does not allow. */
export function escapeXml(text: string): string {
  return toWritableText(text).replace(/[&<>"']/g, (character) => entityByCharacter[character] ?? character)
}

/** An XML document streamed piece by piece, so that a long one is never held in memory. */
export function toXmlResponse(chunks: AsyncIterable<string>): Response {
  const encoder = new TextEncoder()
  const iterator = prependDeclaration(chunks)
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await iterator.return()
    },
  })
  return new Response(body, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}

async function* prependDeclaration(chunks: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield* chunks
}
