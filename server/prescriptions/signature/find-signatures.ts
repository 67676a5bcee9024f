/** What PDFium's WebAssembly can do beyond what its package's types name. */
export interface Pdfium {
  wasmExports: Record<string, (...args: number[]) => number>
  HEAPU8: Uint8Array
}

export interface SignatureDictionary {
  /** What it says to cover: two ranges, each as a start and a length. */
  byteRange: number[]
  subFilter: string
}

/** The last ones are checked. */
const maxSignatures = 8
/** Places in the file that may be a signature's. */
const maxCandidates = 1000

/**
 * Finds a document's signatures. PDFium sees those of fields that lie directly in the form's list; others are looked for in
 * the file: a signature's dictionary is never compressed, since its place is what it states.
 */
export function findSignatures(
  pdfium: Pdfium,
  documentHandle: number,
  pdf: Buffer,
): { count: number; dictionaries: SignatureDictionary[] } {
  const { count, dictionaries: fieldDictionaries } = readFieldSignatures(pdfium, documentHandle)
  // A field without ranges is one that nobody signed.
  const signed = [...findByteRanges(pdf), ...fieldDictionaries].filter(({ byteRange }) => byteRange.length > 0)
  const distinct = new Map(signed.map((dictionary) => [dictionary.byteRange.join(), dictionary]))
  return { count: Math.max(count, distinct.size), dictionaries: [...distinct.values()].slice(-maxSignatures) }
}

function readFieldSignatures(
  pdfium: Pdfium,
  documentHandle: number,
): { count: number; dictionaries: SignatureDictionary[] } {
  const count = call('FPDF_GetSignatureCount', documentHandle)
  const dictionaries = Array.from({ length: Math.min(count, maxSignatures) }, (_, at) => {
    const handle = call('FPDF_GetSignatureObject', documentHandle, count - 1 - at)
    const byteRangeBytes = read('FPDFSignatureObj_GetByteRange', handle, 4, 8)
    return {
      byteRange: Array.from({ length: byteRangeBytes.length / 4 }, (_, index) => byteRangeBytes.readInt32LE(index * 4)),
      subFilter: read('FPDFSignatureObj_GetSubFilter', handle, 1, 100).toString('latin1').replace(/\0.*$/s, ''),
    }
  })
  return { count, dictionaries }

  function call(name: string, ...args: number[]): number {
    return wasmFunction(pdfium, name)(...args)
  }

  function read(name: string, handle: number, itemBytes: number, maxItems: number): Buffer {
    const items = call(name, handle, 0, 0)
    if (items > maxItems) return Buffer.alloc(0)
    const pointer = call('malloc', items * itemBytes + 8)
    call(name, handle, pointer, items)
    const copy = Buffer.from(pdfium.HEAPU8.subarray(pointer, pointer + items * itemBytes))
    call('free', pointer)
    return copy
  }
}

function wasmFunction({ wasmExports }: Pdfium, name: string): (...args: number[]) => number {
  const run = wasmExports[name]
  if (!run) throw new Error(`PDFium has no ${name}`)
  return run
}

const maxTextBytes = 384

/** A field of the document's information, such as a doctor's number at the council: the file's claim, no certificate's. */
export function readDocumentInfo(pdfium: Pdfium, documentHandle: number, key: string): string {
  const nameBytes = 128
  const pointer = wasmFunction(pdfium, 'malloc')(nameBytes + maxTextBytes)
  pdfium.HEAPU8.set(Buffer.from(`${key}\0`, 'latin1'), pointer)
  const bytes = wasmFunction(pdfium, 'FPDF_GetMetaText')(documentHandle, pointer, pointer + nameBytes, maxTextBytes)
  const text = pdfium.HEAPU8.subarray(pointer + nameBytes, pointer + nameBytes + Math.max(0, bytes - 2))
  const value = bytes > maxTextBytes ? '' : Buffer.from(text).toString('utf16le')
  wasmFunction(pdfium, 'free')(pointer)
  return value.replaceAll(/\p{C}/gu, '')
}

function findByteRanges(pdf: Buffer): SignatureDictionary[] {
  const dictionaries: SignatureDictionary[] = []
  let at = pdf.indexOf('/ByteRange')
  while (at !== -1 && dictionaries.length < maxCandidates) {
    const [, numbers] = /^\/ByteRange\s*\[([\d\s]+)\]/.exec(pdf.toString('latin1', at, at + 100)) ?? []
    if (numbers) dictionaries.push({ subFilter: '', byteRange: numbers.trim().split(/\s+/).map(Number) })
    at = pdf.indexOf('/ByteRange', at + 10)
  }
  return dictionaries
}
