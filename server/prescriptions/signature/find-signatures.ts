/** What PDFium's WebAssembly can do beyond what its package's types name. */
export interface Pdfium {
  wasmExports: Record<string, (...args: number[]) => number>
  HEAPU8: Uint8Array
}

export interface SignatureDictionary {
  /** What it says to cover: two ranges, each as a start and a length. */
  byteRange: number[]
  subFilter: string
  /** The hour that it states, as PDF writes it: `D:20261120103000-03'00'`; empty without one. */
  time: string
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
  const signedDictionaries = [...scanForDictionaries(pdf), ...fieldDictionaries].filter(
    ({ byteRange }) => byteRange.length > 0,
  )
  const dictionaryByRange = new Map(signedDictionaries.map((dictionary) => [dictionary.byteRange.join(), dictionary]))
  return {
    count: Math.max(count, dictionaryByRange.size),
    dictionaries: [...dictionaryByRange.values()].slice(-maxSignatures),
  }
}

function readFieldSignatures(
  pdfium: Pdfium,
  documentHandle: number,
): { count: number; dictionaries: SignatureDictionary[] } {
  const count = callWasm('FPDF_GetSignatureCount', documentHandle)
  const dictionaries = Array.from({ length: Math.min(count, maxSignatures) }, (_, offset) => {
    const handle = callWasm('FPDF_GetSignatureObject', documentHandle, count - 1 - offset)
    const byteRangeBytes = readWasmArray('FPDFSignatureObj_GetByteRange', handle, 4, 8)
    return {
      byteRange: Array.from({ length: byteRangeBytes.length / 4 }, (_, index) => byteRangeBytes.readInt32LE(index * 4)),
      subFilter: readWasmText('FPDFSignatureObj_GetSubFilter', handle),
      time: readWasmText('FPDFSignatureObj_GetTime', handle),
    }
  })
  return { count, dictionaries }

  function readWasmText(name: string, handle: number): string {
    return readWasmArray(name, handle, 1, 100).toString('latin1').replace(/\0.*$/s, '')
  }

  function callWasm(name: string, ...args: number[]): number {
    return getWasmFunction(pdfium, name)(...args)
  }

  function readWasmArray(name: string, handle: number, itemBytes: number, maxItems: number): Buffer {
    const itemCount = callWasm(name, handle, 0, 0)
    if (itemCount > maxItems) return Buffer.alloc(0)
    const pointer = callWasm('malloc', itemCount * itemBytes + 8)
    callWasm(name, handle, pointer, itemCount)
    const copy = Buffer.from(pdfium.HEAPU8.subarray(pointer, pointer + itemCount * itemBytes))
    callWasm('free', pointer)
    return copy
  }
}

export function getWasmFunction({ wasmExports }: Pdfium, name: string): (...args: number[]) => number {
  const wasmFunction = wasmExports[name]
  if (!wasmFunction) throw new Error(`PDFium has no ${name}`)
  return wasmFunction
}

const maxInfoBytes = 384

/** A field of the document's information, such as a doctor's number at the council: the file's claim, no certificate's. */
export function readDocumentInfo(pdfium: Pdfium, documentHandle: number, key: string): string {
  const keyBytes = 128
  const pointer = getWasmFunction(pdfium, 'malloc')(keyBytes + maxInfoBytes)
  pdfium.HEAPU8.set(Buffer.from(`${key}\0`, 'latin1'), pointer)
  const byteCount = getWasmFunction(pdfium, 'FPDF_GetMetaText')(
    documentHandle,
    pointer,
    pointer + keyBytes,
    maxInfoBytes,
  )
  const valueBytes = pdfium.HEAPU8.subarray(pointer + keyBytes, pointer + keyBytes + Math.max(0, byteCount - 2))
  const value = byteCount > maxInfoBytes ? '' : Buffer.from(valueBytes).toString('utf16le')
  getWasmFunction(pdfium, 'free')(pointer)
  return value.replaceAll(/\p{C}/gu, '')
}

function scanForDictionaries(pdf: Buffer): SignatureDictionary[] {
  const dictionaries: SignatureDictionary[] = []
  let index = pdf.indexOf('/ByteRange')
  while (index !== -1 && dictionaries.length < maxCandidates) {
    const [, rangeText] = /^\/ByteRange\s*\[([\d\s]+)\]/.exec(pdf.toString('latin1', index, index + 100)) ?? []
    if (rangeText) {
      const byteRange = rangeText.trim().split(/\s+/).map(Number)
      dictionaries.push({ subFilter: '', byteRange, time: scanForTime(pdf, index) })
    }
    index = pdf.indexOf('/ByteRange', index + 10)
  }
  return dictionaries
}

/** Bytes before the ranges in which a dictionary states its hour. */
const maxTimeDistance = 1000

function scanForTime(pdf: Buffer, rangeIndex: number): string {
  const text = pdf.toString('latin1', Math.max(0, rangeIndex - maxTimeDistance), rangeIndex)
  return /\/M\s*\((D:[^()]{4,40})\)/.exec(text.slice(text.lastIndexOf(' obj') + 1))?.[1] ?? ''
}

/** A PDF's time, `D:20261120103000-03'00'`, in ISO form; null for what is none, or names no zone. */
export function parsePdfTime(text: string): string | null {
  const [, year, month, day, hour, minute, second = '00', zone] =
    /^D:(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?(Z|[+-]\d{2})/.exec(text) ?? []
  if (zone === undefined) return null
  const zoneMinutes = /^[+-]\d{2}'?(\d{2})/.exec(text.slice(text.search(/[Z+-]/)))?.[1] ?? '00'
  const time = new Date(
    `${year}-${month}-${day}T${hour}:${minute}:${second}${zone === 'Z' ? 'Z' : `${zone}:${zoneMinutes}`}`,
  )
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}
