import { type CsvCell, formatCsvLine } from '../texts/csv-line.ts'

/** Without a byte order mark spreadsheets read Latin-1. */
const byteOrderMark = '\ufeff'

/** A file of rows for people: a double click opens it in columns. */
export function createCsvResponse(baseName: string, columnNames: string[], rows: CsvCell[][]): Response {
  return new Response(byteOrderMark + formatLines([columnNames, ...rows]), { headers: buildCsvHeaders(baseName) })
}

/** The same of many rows, which come page by page and are sent as they come: memory holds one page. */
export function streamCsvResponse(
  baseName: string,
  columnNames: string[],
  pages: AsyncIterable<CsvCell[][]>,
): Response {
  return streamCsvTexts(baseName, formatPages())

  async function* formatPages() {
    yield byteOrderMark + formatLines([columnNames])
    for await (const rows of pages) yield formatLines(rows)
  }
}

/** A file that is sent text by text, as its reader takes them. */
export function streamCsvTexts(baseName: string, texts: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await texts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await texts.return(undefined)
    },
  })
  return new Response(stream, { headers: buildCsvHeaders(baseName) })
}

function formatLines(rows: CsvCell[][]): string {
  return rows.map((row) => formatCsvLine(row, ';')).join('')
}

function buildCsvHeaders(baseName: string): HeadersInit {
  return {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${baseName}.csv"`,
    'Cache-Control': 'no-store',
  }
}
