import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { photo } from '../../tests/support/prescriptions.ts'
import { maxFileBytes } from '../platform/file-limits.ts'
import { sanitizePrescriptionFile } from './prescription-file.ts'

const pdf = (body: string) => `%PDF-1.7\n1 0 obj\n<< ${body} >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n`

const document = (body: string | Buffer) =>
  Buffer.concat(['%PDF-1.7\n', body, '\n%%EOF\n'].map((part) => Buffer.from(part)))
const stream = (text: string | Buffer, gap = ' ', name = 'ObjStm') =>
  Buffer.concat([
    Buffer.from(`1 0 obj\n<< /Type /${name}${gap}/Filter /FlateDecode >>\nstream\n`),
    deflateSync(text),
    Buffer.from('\nendstream\nendobj\n'),
  ])
const withObjects = (text: string) => document(stream(text))

/** The type as which an upload is stored, or the code of its refusal. */
const judged = (bytes: Uint8Array | string) =>
  sanitizePrescriptionFile(Buffer.from(bytes)).then(
    ({ type }) => type,
    (error) => error.code,
  )

test('a prescription’s file is judged by its bytes', async () => {
  const picture = await photo()
  expect(await judged(picture)).toBe('image/jpeg')
  expect(await judged(pdf('/Type /Catalog'))).toBe('application/pdf')
  expect(await judged('MZ not a picture')).toBe('file.unsupported')
  expect(await judged(Buffer.alloc(maxFileBytes + 1, picture))).toBe('file.tooLarge')
  expect(await judged(picture.subarray(0, picture.length / 2))).toBe('file.damaged')
  expect(await judged(`${pdf('/Type /Catalog')}PK\x03\x04 a second file`)).toBe('file.damaged')
})

test('a PDF is stored byte for byte, whatever stands before it, and whatever line end or zeros behind it', async () => {
  const own = pdf('/Type /Catalog').trimEnd()
  const texts = [own, `${own}\r\n`, `\ufeff${own}`, `HTTP/1.1 200 OK\r\n\r\n${own}\n`, `${own}\0\0\0\r\n \0`]
  for (const text of texts) {
    const { content, type, identity } = await sanitizePrescriptionFile(Buffer.from(text))
    expect([type, String(content), String(identity)]).toEqual(['application/pdf', text, `${own}\n`])
  }
  expect(await judged(`${' '.repeat(2000)}${own}`)).toBe('file.unsupported')
  expect(await judged('%PDF-1.7 and no end')).toBe('file.damaged')
})

test('a phone’s own format is refused with what to do on the phone; AVIF and WebP are taken', async () => {
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0heicmif1'), Buffer.alloc(100)])
  const refusal = await sanitizePrescriptionFile(heic).catch((error) => error)
  expect([refusal.code, refusal.message]).toEqual(['file.phonePicture', expect.stringContaining('“Mais Compatível”')])
  for (const format of ['avif', 'webp'] as const)
    expect(
      await judged(
        await sharp(await photo())
          .toFormat(format)
          .toBuffer(),
      ),
    ).toBe('image/jpeg')
  expect(
    await judged(
      await sharp(await photo())
        .tiff()
        .toBuffer(),
    ),
  ).toBe('file.unsupported')
})

/** Everything that makes a PDF more than paper, by what the pharmacist is told of it. */
const active = Object.entries({
  scripts: ['JavaScript', 'JS'],
  attachments: ['EmbeddedFile', 'EmbeddedFiles', 'FileAttachment', 'EF'],
  sentForms: ['SubmitForm', 'ImportData', 'XFA'],
  otherFiles: ['GoToR', 'GoToE', 'Launch'],
  media: ['Rendition', 'RichMedia', 'Movie', 'Sound'],
}).flatMap(([kind, names]) => names.map((name): [name: string, kind: string] => [name, kind]))

const leftOutOf = async (bytes: Uint8Array | string) => {
  const { type, leftOut } = await sanitizePrescriptionFile(Buffer.from(bytes))
  return [type, ...leftOut]
}

test.each(active)(
  'a PDF with /%s is taken, and told as %s, also in a compressed object, also written with an escape; a longer name is another one',
  async (name, kind) => {
    const hex = (text: string) => text.replace(/./g, (letter) => `#${letter.charCodeAt(0).toString(16)}`)
    const escaped = [
      hex(name.slice(0, 1)) + name.slice(1),
      name.slice(0, 1) + hex(name.slice(1)),
      hex(name).toUpperCase(),
    ]
    for (const written of [name, ...escaped]) {
      expect(await leftOutOf(pdf(`/OpenAction << /S /${written} >>`))).toEqual(['application/pdf', kind])
      expect(await leftOutOf(pdf(`/OpenAction << /${written}(app.alert())>>`))).toEqual(['application/pdf', kind])
      expect(await leftOutOf(withObjects(`<< /S /${written} >>`))).toEqual(['application/pdf', kind])
    }
    expect(await leftOutOf(pdf(`/${name}2 << /S /${name}Font /${name}#32 /${name}#4a /${name}#7A`))).toEqual([
      'application/pdf',
    ])
    expect(await leftOutOf(pdf(`/${name}#20`))).toEqual(['application/pdf', kind])
  },
)

test('a form whose pages only its own program makes is refused with what to do: what is drawn is but a note', async () => {
  expect(await judged(pdf('/AcroForm << /XFA 2 0 R >> /NeedsRendering true'))).toBe('file.active')
  expect(await judged(withObjects('<< /AcroForm << /XFA 2 0 R >> /NeedsRendering true >>'))).toBe('file.active')
  expect(await judged(pdf('/AcroForm << /XFA 2 0 R >> /NeedsRendering false'))).toBe('application/pdf')
})

test('a link leaves nothing out, nor does a picture whose bytes look like a script’s short name', async () => {
  expect(await leftOutOf(pdf('/A << /S /URI /URI (https://validar.iti.gov.br) >>'))).toEqual(['application/pdf'])
  expect(await leftOutOf(pdf('/Length 6 >>\nstream\n\x00/JS \x00\nendstream\n<<'))).toEqual(['application/pdf'])
})

test('an encrypted PDF is refused, also where the name is written with an escape', async () => {
  expect(await judged(pdf('/Encrypt 5 0 R'))).toBe('file.encrypted')
  expect(await judged(pdf('/#45ncrypt 5 0 R'))).toBe('file.encrypted')
  expect(await judged(pdf('/EncryptMetadata false'))).toBe('application/pdf')
  // Its compressed objects are encrypted, so that they cannot be read.
  const sealed = withObjects('').toString('latin1').replace('stream\n', 'stream\nsealed')
  expect(await judged(Buffer.from(`${sealed}trailer << /Encrypt 5 0 R >>\n%%EOF\n`, 'latin1'))).toBe('file.encrypted')
})

test('a PDF that names hidden objects a million times is read once, and its objects only so far', async () => {
  const leftOut = (body: string | Buffer) => leftOutOf(document(body))
  const script = stream('<< /S /JavaScript >>')
  expect(await leftOut('/ObjStm '.repeat(1_250_000))).toEqual(['application/pdf'])
  expect(await leftOut('/ObjStm stream\nx endstream '.repeat(300_000))).toEqual(['application/pdf'])
  expect(await leftOut(stream('<< /Type /Font >>'))).toEqual(['application/pdf'])
  expect(await leftOut(script)).toEqual(['application/pdf', 'scripts'])
  expect(await leftOut(stream('<< /S /JavaScript >>', ' '.repeat(5_000)))).toEqual(['application/pdf', 'scripts'])
  expect(await leftOut(stream('<< /S /JavaScript >>', ' ', 'Obj#53tm'))).toEqual(['application/pdf', 'scripts'])
  const long = stream(Buffer.alloc(1024 * 1024, ' '))
  const times = (count: number) => Array.from({ length: count }, () => long)
  expect(await leftOut(Buffer.concat([...times(10), script]))).toEqual(['application/pdf', 'scripts'])
  expect(await leftOut(Buffer.concat([...times(30), script]))).toEqual(['application/pdf'])
})

test('of pictures sent at once two are drawn at a time', async () => {
  const picture = await photo()
  let most = 0
  const count = setInterval(() => {
    const programs = process.getActiveResourcesInfo().filter((resource) => resource === 'ProcessWrap')
    most = Math.max(most, programs.length)
  }, 5)
  onTestFinished(() => clearInterval(count))
  const pictures = [picture, picture, picture, picture]
  expect(await Promise.all(pictures.map(judged))).toEqual(pictures.map(() => 'image/jpeg'))
  expect(most).toBe(2)
})

test('a picture is drawn anew: what was hidden behind it or in it stays out', async () => {
  const marked = await sharp(await photo())
    .withExif({ IFD0: { Artist: 'where somebody lives' } })
    .jpeg()
    .toBuffer()
  const { content } = await sanitizePrescriptionFile(Buffer.concat([marked, Buffer.from('<script>alert(1)</script>')]))
  expect(content.includes('script')).toBe(false)
  expect(content.includes('somebody')).toBe(false)
})

const white = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'white' }, limitInputPixels: false })

test('a picture that claims more pixels than can be read is refused without being drawn, with what to do', async () => {
  const bomb = await white(8_100, 8_100).png({ compressionLevel: 1 }).toBuffer()
  expect(bomb.length).toBeLessThan(maxFileBytes)
  await expect(sanitizePrescriptionFile(bomb)).rejects.toMatchObject({
    code: 'file.tooManyPixels',
    message: expect.stringContaining('12 ou 50 megapixels'),
  })
  const progressive = await white(8_100, 8_100).jpeg({ progressive: true, quality: 20 }).toBuffer()
  expect(await judged(progressive)).toBe('file.tooManyPixels')
})

test.each([
  [12_000, 9_000, 3464, 2598],
  [900, 7_000, 900, 7_000],
  [2_000, 18_000, 1000, 9000],
  [3_000, 4_000, 2598, 3464],
  [20, 60_000, 10, 30_000],
])('a phone’s photo of %d × %d pixels is stored with %d × %d: the limit is on the pixels', async (...sizes) => {
  const [width, height, storedWidth, storedHeight] = sizes
  const { content } = await sanitizePrescriptionFile(await white(width, height).jpeg({ quality: 20 }).toBuffer())
  expect(await sharp(content).metadata()).toMatchObject({ width: storedWidth, height: storedHeight })
})
