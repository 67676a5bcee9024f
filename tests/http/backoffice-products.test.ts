import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ownServer } from '../support/file-server.ts'
import { hiddenField, openPlainBrowser, wordsOf } from '../support/http.ts'
import { createStaff, operator } from '../support/staff.ts'
import { onShop } from '../support/verbs.ts'

const server = ownServer()

/** Saline, without a discount of its own, and a medicine sold with a prescription. */
const saline = { desk: '/balcao/produtos/203', shop: '/produto/soro-fisiologico-0-9-500ml' }
const prescribed = '/balcao/produtos/3'

const inShop = async (path: string) => (await openPlainBrowser(server.url).get(path)).html

test('the owner plans a promotion, the shop’s page shows its price at once, and its own again once it is taken away', async () => {
  const owner = await createStaff(server.url, 'owner')
  expect(wordsOf(await inShop(saline.shop))).not.toMatch(/50% off|-50%/i)
  const full = hiddenField((await owner.get(saline.desk)).html, 'seen_price')
  const half = (Math.floor((Number(full) * 50 + 50) / 100) / 100).toFixed(2).replace('.', ',')
  const planned = await owner.submit(saline.desk, {
    button: 'Salvar promoção',
    fields: { discount: '50', last_day: '2026-03-12' },
  })
  expect([planned.status, planned.location]).toEqual([303, saline.desk])
  const page = await owner.get(saline.desk)
  expect(wordsOf(page.html)).toContain('Promoção salva.')
  expect(wordsOf(page.html)).toContain('Valendo: 50%, até 12/03/2026.')
  expect(wordsOf(await inShop(saline.shop))).toContain(half)

  const refused = await owner.submit(page, { button: 'Salvar promoção', fields: { discount: 'metade' } })
  expect(refused.status).toBe(422)
  expect(wordsOf(refused.html)).toContain('Escreva o desconto: de 1 a 99 por cento')
  expect(refused.html).toContain('value="metade"')

  expect((await owner.submit(page, { button: 'Retirar promoção' })).status).toBe(303)
  const late = await owner.submit(page, { button: 'Retirar promoção' })
  expect([late.status, wordsOf(late.html)]).toEqual([409, expect.stringContaining('Alguém mudou esta promoção')])
  expect(wordsOf(await inShop(saline.shop))).not.toContain(half)
})

test('the list of products reads words as the shop does: measures with or without a space, accents, small words', async () => {
  const owner = await createStaff(server.url, 'owner')
  const found = async (words: string) => {
    const { html } = await owner.get(`/balcao/produtos?${new URLSearchParams({ busca: words })}`)
    return [...html.matchAll(/href="\/balcao\/produtos\/(\d+)"/g)].map(([, id]) => Number(id)).toSorted((a, b) => a - b)
  }
  const strength = await found('losartana 50mg')
  expect(strength).toEqual([23, 26, 27, 28, 29])
  for (const words of ['losartana 50 mg', 'LOSARTANA 50 MG', 'comprimidos de losartana potássica 50 mg'])
    expect([words, await found(words)]).toEqual([words, strength])
  expect(await found('dipirona 1 g')).toContain(59)
  for (const none of ['%', '_', "';--", '💊']) expect([none, await found(none)]).toEqual([none, []])
})

test('the owner sends a picture, and the shop shows it; a file that is none is refused beside its field', async () => {
  const owner = await createStaff(server.url, 'owner')
  const red = await sharp({ create: { width: 900, height: 900, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const foto = new File([new Uint8Array(red)], 'foto.png', { type: 'image/png' })
  const sent = await owner.submit(saline.desk, { button: 'Salvar foto', fields: { picture: foto } })
  expect([sent.status, sent.location]).toEqual([303, saline.desk])
  const key = hiddenField((await owner.get(saline.desk)).html, 'current_picture_key')
  expect(key).toMatch(/^fd0203-[0-9a-f]{12}$/)
  expect(await inShop(saline.shop)).toContain(`/imagens/${key}-`)
  const picture = await openPlainBrowser(server.url).get(`/imagens/${key}-400.webp`)
  expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/webp'])

  const text = new File(['<svg/>'], 'foto.png', { type: 'image/png' })
  const refused = await owner.submit(saline.desk, { button: 'Salvar foto', fields: { picture: text } })
  expect([refused.status, wordsOf(refused.html)]).toEqual([422, expect.stringContaining('JPG, PNG ou WebP.')])
  const none = await owner.submit(saline.desk, { button: 'Salvar foto' })
  expect([none.status, wordsOf(none.html)]).toEqual([422, expect.stringContaining('Escolha a foto.')])
})

test('what is sold with a prescription has neither form, and a forged one is refused with the law’s reason', async () => {
  const owner = await createStaff(server.url, 'owner')
  const page = await owner.get(prescribed)
  expect(wordsOf(page.html)).toContain('não pode ter promoção: é vendido com receita (RDC 44/2009, art. 54)')
  expect(wordsOf(page.html)).toContain('não mostra foto: é vendido com receita (RDC 44/2009, art. 54)')
  for (const button of ['Salvar promoção', 'Salvar foto']) {
    await expect(owner.submit(page, { button })).rejects.toThrow('0 forms')
  }
  const promoted = await owner.post(prescribed, { intent: 'promover', type: 'percent', discount: '10' })
  expect(promoted.status).toBe(422)
  expect((await owner.post(prescribed, { intent: 'foto', picture: 'x' })).status).toBe(422)
})

test('the owner writes what a product’s page tells; what is too long is refused with the hint, and nothing is lost', async () => {
  const owner = await createStaff(server.url, 'owner')
  const submit = (storage: string) => owner.submit(saline.desk, { button: 'Salvar detalhes', fields: { storage } })
  expect((await submit(' Em lugar seco ')).location).toBe(saline.desk)
  expect(wordsOf(await inShop(saline.shop))).toContain('ConservaçãoEm lugar seco')
  const refused = await submit('x'.repeat(201))
  expect([refused.status, wordsOf(refused.html)]).toEqual([422, expect.stringContaining('escreva como a dica pede.')])
  expect(refused.html).toContain('x'.repeat(201))
  expect(wordsOf((await owner.get(saline.desk)).html)).toContain('Mudou os detalhes')
  await submit('')
  expect(wordsOf(await inShop(saline.shop))).not.toContain('Conservação')
})

test('the list of products is narrowed to what is paused, sold out or has a discount, with the words kept', async () => {
  const owner = await createStaff(server.url, 'owner')
  const sku = 'FD0203'
  const listed = async (address: string) => (await owner.get(`/balcao/produtos?${address}`)).html.includes(sku)
  expect(await listed('busca=soro&situacao=paused')).toBe(false)
  await onShop(server, ({ catalogue }) => catalogue.pauses.pauseProduct(sku, null))
  expect(await listed('busca=soro&situacao=paused')).toBe(true)
  expect(await listed('situacao=soldOut')).toBe(false)
  const soldOut = [1, 2, 3, 4, 5, 10].map((branchId) => ({ productKey: { sku }, branchId, stock: 0 }))
  await onShop(server, ({ backoffice }) => backoffice.products.applyOfferUpdates(operator, soldOut))
  expect(await listed('situacao=soldOut')).toBe(true)
  const page = await owner.get('/balcao/produtos?busca=soro&situacao=soldOut')
  expect(page.html).toContain('href="/balcao/produtos?busca=soro&amp;situacao=discounted"')
  expect((await owner.submit(page, { button: 'Buscar', fields: { busca: 'novalgina' } })).path).toContain(
    'situacao=soldOut',
  )
})
