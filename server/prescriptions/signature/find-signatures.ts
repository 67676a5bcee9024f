/** What PDFium's WebAssembly can do beyond what its package's types name. */
export interface Pdfium {
  wasmExports: Record<string, (...args: number[]) => number>
  HEAPU8: Uint8Array
}

export interface SignaturePlace {
  /** What it says to cover: two ranges, each of a start and a length. */
  ranges: number[]
  subFilter: string
}

/** The last ones are checked. */
const maxSignatures = 8
/** Places in the file that are looked at. */
const maxPlaces = 1000

/**
 * Finds a document's signatures. PDFium sees those of fields that lie directly in the form's list; others are looked for in
 * the file: a signature's dictionary is never compressed, since its place is what it states.
 */
export function findSignatures(
  pdfium: Pdfium,
  document: number,
  pdf: Buffer,
): { count: number; places: SignaturePlace[] } {
  const { count, places } = fieldsOf(pdfium, document)
  // A field without ranges is one that nobody signed.
  const signed = [...placesIn(pdf), ...places].filter(({ ranges }) => ranges.length > 0)
  const distinct = new Map(signed.map((place) => [place.ranges.join(), place]))
  return { count: Math.max(count, distinct.size), places: [...distinct.values()].slice(-maxSignatures) }
}

function fieldsOf(pdfium: Pdfium, document: number): { count: number; places: SignaturePlace[] } {
  const count = call('FPDF_GetSignatureCount', document)
  const places = Array.from({ length: Math.min(count, maxSignatures) }, (_, at) => {
    const handle = call('FPDF_GetSignatureObject', document, count - 1 - at)
    const ranges = read('FPDFSignatureObj_GetByteRange', handle, 4, 8)
    return {
      ranges: Array.from({ length: ranges.length / 4 }, (_, index) => ranges.readInt32LE(index * 4)),
      subFilter: read('FPDFSignatureObj_GetSubFilter', handle, 1, 100).toString('latin1').replace(/\0.*$/s, ''),
    }
  })
  return { count, places }

  function call(name: string, ...args: number[]): number {
    return exported(pdfium, name)(...args)
  }

  function read(name: string, handle: number, itemBytes: number, maxItems: number): Buffer {
    const items = call(name, handle, 0, 0)
    if (items > maxItems) return Buffer.alloc(0)
    const at = call('malloc', items * itemBytes + 8)
    call(name, handle, at, items)
    const copy = Buffer.from(pdfium.HEAPU8.subarray(at, at + items * itemBytes))
    call('free', at)
    return copy
  }
}

function exported({ wasmExports }: Pdfium, name: string): (...args: number[]) => number {
  const run = wasmExports[name]
  if (!run) throw new Error(`PDFium has no ${name}`)
  return run
}

const maxTextBytes = 384

/** A field of the document's information, such as a doctor's number at the council: the file's claim, no certificate's. */
export function readInformation(pdfium: Pdfium, document: number, key: string): string {
  const nameBytes = 128
  const at = exported(pdfium, 'malloc')(nameBytes + maxTextBytes)
  pdfium.HEAPU8.set(Buffer.from(`${key}\0`, 'latin1'), at)
  const bytes = exported(pdfium, 'FPDF_GetMetaText')(document, at, at + nameBytes, maxTextBytes)
  const text = pdfium.HEAPU8.subarray(at + nameBytes, at + nameBytes + Math.max(0, bytes - 2))
  const value = bytes > maxTextBytes ? '' : Buffer.from(text).toString('utf16le')
  exported(pdfium, 'free')(at)
  return value.replaceAll(/\p{C}/gu, '')
}

function placesIn(pdf: Buffer): SignaturePlace[] {
  const places: SignaturePlace[] = []
  let at = pdf.indexOf('/ByteRange')
  while (at !== -1 && places.length < maxPlaces) {
    const [, numbers] = /^\/ByteRange\s*\[([\d\s]+)\]/.exec(pdf.toString('latin1', at, at + 100)) ?? []
    if (numbers) places.push({ subFilter: '', ranges: numbers.trim().split(/\s+/).map(Number) })
    at = pdf.indexOf('/ByteRange', at + 10)
  }
  return places
}
