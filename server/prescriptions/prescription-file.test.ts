import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { photo } from '../../tests/support/prescriptions.ts'
import { maxFileBytes, sanitizePrescriptionFile } from './prescription-file.ts'

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

test('a PDF with a mark or junk before it, or zeros and space behind it, is stored without them', async () => {
  const own = pdf('/Type /Catalog').trimEnd()
  for (const text of [`\ufeff${own}`, `HTTP/1.1 200 OK\r\n\r\n${own}`, `${own}\0\0\0\r\n \0`, `\n${own}\n\0`]) {
    const { content, type } = await sanitizePrescriptionFile(Buffer.from(text))
    expect([type, String(content)]).toEqual(['application/pdf', `${own}\n`])
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

/** Everything that makes a PDF more than paper. */
const active = [
  ...['JavaScript', 'JS', 'XFA', 'EF', 'FileAttachment', 'Launch', 'GoToR', 'GoToE', 'SubmitForm', 'ImportData'],
  ...['EmbeddedFile', 'EmbeddedFiles', 'Rendition', 'RichMedia', 'Movie', 'Sound'],
]

test.each(active)(
  'a PDF with /%s is refused, also in a compressed object, also written with an escape; a longer name is another one',
  async (name) => {
    const hex = (text: string) => text.replace(/./g, (letter) => `#${letter.charCodeAt(0).toString(16)}`)
    const escaped = [
      hex(name.slice(0, 1)) + name.slice(1),
      name.slice(0, 1) + hex(name.slice(1)),
      hex(name).toUpperCase(),
    ]
    for (const written of [name, ...escaped]) {
      expect(await judged(pdf(`/OpenAction << /S /${written} >>`))).toBe('file.active')
      expect(await judged(pdf(`/OpenAction << /${written}(app.alert())>>`))).toBe('file.active')
      expect(await judged(withObjects(`<< /S /${written} >>`))).toBe('file.active')
    }
    expect(await judged(pdf(`/${name}2 << /S /${name}Font /${name}#32 /${name}#4a /${name}#7A`))).toBe(
      'application/pdf',
    )
    expect(await judged(pdf(`/${name}#20`))).toBe('file.active')
  },
)

test('a PDF with a link is taken, and one whose picture’s bytes look like a script’s short name', async () => {
  expect(await judged(pdf('/A << /S /URI /URI (https://validar.iti.gov.br) >>'))).toBe('application/pdf')
  expect(await judged(pdf('/Length 6 >>\nstream\n\x00/JS \x00\nendstream\n<<'))).toBe('application/pdf')
})

test('an encrypted PDF is refused, also where the name is written with an escape', async () => {
  expect(await judged(pdf('/Encrypt 5 0 R'))).toBe('file.encrypted')
  expect(await judged(pdf('/#45ncrypt 5 0 R'))).toBe('file.encrypted')
  expect(await judged(pdf('/EncryptMetadata false'))).toBe('application/pdf')
  // Its compressed objects are encrypted, so that they cannot be read.
  const sealed = withObjects('').toString('latin1').replace('stream\n', 'stream\nsealed')
  expect(await judged(Buffer.from(`${sealed}trailer << /Encrypt 5 0 R >>\n%%EOF\n`, 'latin1'))).toBe('file.encrypted')
})

test('a PDF that names hidden objects a million times is read once, and refused where they grow too long together', async () => {
  const verdict = (body: string | Buffer) => judged(document(body))
  expect(await verdict('/ObjStm '.repeat(1_250_000))).toBe('file.active')
  expect(await verdict(stream('<< /Type /Font >>'))).toBe('application/pdf')
  expect(await verdict(stream('<< /S /JavaScript >>'))).toBe('file.active')
  expect(await verdict(stream('<< /S /JavaScript >>', ' '.repeat(5_000)))).toBe('file.active')
  expect(await verdict(stream('<< /S /JavaScript >>', ' ', 'Obj#53tm'))).toBe('file.active')
  const long = stream(Buffer.alloc(1024 * 1024, ' '))
  expect(await verdict(Buffer.concat(Array.from({ length: 10 }, () => long)))).toBe('application/pdf')
  expect(await verdict(Buffer.concat(Array.from({ length: 30 }, () => long)))).toBe('file.damaged')
})

test('objects that only another reader would find are refused', async () => {
  const hidden = deflateSync('7 0 << /S /JavaScript >>').toString('latin1')
  const elsewhere = `1 0 obj\n<< /Type 2 0 R >>\nstream\n${hidden}\nendstream\nendobj\n2 0 obj\n/ObjStm\nendobj\n`
  const next = '3 0 obj\n<< /Length 1 >>\nstream\nx\nendstream\nendobj'
  for (const body of [elsewhere, elsewhere + next]) {
    expect(await judged(document(Buffer.from(body, 'latin1')))).toBe('file.active')
  }
  const returns = `1 0 obj\n<< /Type /ObjStm >>\nstream\r${hidden}\nendstream\nendobj`
  expect(await judged(document(Buffer.from(returns, 'latin1')))).toBe('file.active')
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

test('a picture that claims more pixels than any camera has is refused without being drawn', async () => {
  const side = 8_100
  const bomb = await sharp({
    create: { width: side, height: side, channels: 3, background: 'white' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 1 })
    .toBuffer()
  expect(bomb.length).toBeLessThan(maxFileBytes)
  await expect(sanitizePrescriptionFile(bomb)).rejects.toMatchObject({ code: 'file.damaged' })
})
