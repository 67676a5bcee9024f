import sharp from 'sharp'
import { expect, test } from 'vitest'
import { logoSvg } from '../../tests/support/logo.ts'
import { drawLogo } from './logo-pictures.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const svgWith = (content: string) => bytesOf(logoSvg.replace('</svg>', `${content}</svg>`))
const pngOf = async (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#0b57d0' } })
    .png()
    .toBuffer()

test('an SVG is drawn for the header and for the icons, at its shape', async () => {
  for (const svg of [logoSvg, `\ufeff<?xml version="1.0"?>\n<!-- made by hand -->\n<!DOCTYPE svg>\n${logoSvg}`]) {
    const { header, width, height, square } = await drawLogo(bytesOf(svg))
    expect([width, height]).toEqual([352, 88])
    expect(await sharp(header).metadata()).toMatchObject({ format: 'webp', width: 352, height: 88, hasAlpha: true })
    expect(await sharp(square).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512, hasAlpha: true })
  }
})

test('a PNG is drawn anew, no larger than it is', async () => {
  const { width, height } = await drawLogo(await pngOf(160, 60))
  expect([width, height]).toEqual([160, 60])
})

const forbidden = 'logo.active'
test.each([
  ['a script', '<script>alert(1)</script>', forbidden],
  ['a script in its namespace', '<svg:script>alert(1)</svg:script>', forbidden],
  ['a handler', '<rect onload="alert(1)"/>', forbidden],
  ['a page', '<foreignObject><p>x</p></foreignObject>', forbidden],
  ['another file', '<image xlink:href="https://elsewhere.example/x.png"/>', forbidden],
  ['a file of the server', "<image href='file:///etc/passwd'/>", forbidden],
  ['a style sheet from elsewhere', '<style>@import "https://elsewhere.example/x.css";</style>', forbidden],
  ['a style with an address', '<rect style="fill:url(https://elsewhere.example/x)"/>', forbidden],
])('an SVG with %s is refused', async (_, content, code) => {
  await expect(drawLogo(svgWith(content))).rejects.toMatchObject({ code, status: 422, input: 'logo' })
})

test('gradients, what is used twice and pictures within it are no reason to refuse an SVG', async () => {
  const png = (await pngOf(8, 8)).toString('base64')
  await drawLogo(
    svgWith(
      `<defs><linearGradient id="g"><stop/></linearGradient></defs><rect id="r" style="fill:url(#g)"/><use href="#r"/><image href="data:image/png;base64,${png}"/>`,
    ),
  )
})

test.each([
  ['nothing', new Uint8Array(), 'logo.missing'],
  ['20 MB', new Uint8Array(20 * 1024 * 1024), 'logo.tooLarge'],
  ['a text', bytesOf('isto é um texto'), 'logo.unsupported'],
  ['a page', bytesOf('<html><svg></svg></html>'), 'logo.unsupported'],
  ['an entity', bytesOf(`<!DOCTYPE svg [<!ENTITY a "b">]>${logoSvg}`), forbidden],
  ['half of an SVG', bytesOf(logoSvg.slice(0, 120)), 'picture.damaged'],
  ['the head of a PNG', new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0]), 'picture.damaged'],
  [
    'an SVG of a kilometre',
    bytesOf(logoSvg.replace('viewBox', 'width="1000000" height="9" viewBox')),
    'file.tooManyPixels',
  ],
])('of %s no logo is made', async (_, content, code) => {
  await expect(drawLogo(content)).rejects.toMatchObject({ code, status: 422 })
})

test('of one pixel no logo is made', async () => {
  await expect(drawLogo(await pngOf(1, 1))).rejects.toMatchObject({ code: 'logo.tooSmall', status: 422 })
})
