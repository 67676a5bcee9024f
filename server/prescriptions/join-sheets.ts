/** Pixels of a column: browsers show no longer pictures. */
const maxColumnHeight = 30_000
const gap = 8
/** Pixels that are shown twice where a sheet is cut, so that no line is cut in two. */
const cutOverlap = 60

/** A part of a sheet, and its place in the picture; all in pixels. */
interface PlacedPiece {
  sheetIndex: number
  fromTop: number
  width: number
  height: number
  x: number
  y: number
}

/** Where the sheets go: one below the other, what is too long for a column on in the next one. */
export function layOutSheets(
  sizes: { width: number; height: number }[],
  columnHeight = maxColumnHeight,
): { width: number; height: number; pieces: PlacedPiece[] } {
  const pieces: PlacedPiece[] = []
  let [x, y, columnWidth] = [0, 0, 0]
  const placePiece = (piece: Pick<PlacedPiece, 'sheetIndex' | 'fromTop' | 'width' | 'height'>) => {
    if (y > 0 && y + piece.height > columnHeight) {
      x += columnWidth + gap
      y = 0
      columnWidth = 0
    }
    pieces.push({ ...piece, x, y })
    y += piece.height + gap
    columnWidth = Math.max(columnWidth, piece.width)
  }
  for (const [sheetIndex, { width, height }] of sizes.entries())
    for (let fromTop = 0; fromTop === 0 || fromTop + cutOverlap < height; fromTop += columnHeight - cutOverlap)
      placePiece({ sheetIndex, fromTop, width, height: Math.min(columnHeight, height - fromTop) })
  return {
    width: Math.max(...pieces.map((piece) => piece.x + piece.width)),
    height: Math.max(...pieces.map((piece) => piece.y + piece.height)),
    pieces,
  }
}

/** Sheets (PNG) as one JPEG, one below the other with a grey line between. */
export async function joinSheets(sheets: Buffer[]): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const sizes = await Promise.all(sheets.map((sheet) => sharp(sheet).metadata()))
  const { width, height, pieces } = layOutSheets(sizes)
  const isOneColumn = pieces.length === sheets.length && pieces.every(({ x }) => x === 0)
  // Less memory than a composition.
  if (isOneColumn) {
    const column =
      sheets.length > 1 ? sharp(sheets, { join: { across: 1, shim: gap, background: 'grey' } }) : sharp(sheets[0])
    return column.flatten({ background: 'white' }).jpeg({ quality: 85 }).toBuffer()
  }
  const compositions = await Promise.all(
    pieces.map(async ({ sheetIndex, fromTop, x, y, ...size }) => {
      const piece = sharp(sheets[sheetIndex]).extract({ left: 0, top: fromTop, ...size })
      return { input: await piece.png({ compressionLevel: 1 }).toBuffer(), left: x, top: y }
    }),
  )
  return sharp({ create: { width, height, channels: 3, background: 'grey' } })
    .composite(compositions)
    .jpeg({ quality: 85 })
    .toBuffer()
}
