import { expect, test } from 'vitest'
import { liveProfile } from '../../../tests/support/live-profile.ts'
import { ShopProfile } from '../../platform/shop-profile.ts'
import { renderEmail } from './render-email.ts'

const profile = ShopProfile.parse(liveProfile)
const letter = { subject: 'Pedido 7', paragraphs: ['Olá!'], action: { label: 'Ver', href: '/x' } }

test('a letter ends with who sent it: name, address, phone, WhatsApp where there is one, CNPJ', () => {
  const render = (changes: Partial<ShopProfile>) =>
    renderEmail(letter, { profile: { ...profile, ...changes }, origin: 'https://loja.example' })
  const footer = [
    'Equipe Farmácia Ipê',
    profile.address,
    'Telefone (11) 3000-0000 · WhatsApp (11) 98765-4321',
    'CNPJ 11.222.333/0001-81',
    'Este é um e-mail automático.',
  ]
  const { text, html } = render({ whatsapp: '11987654321', cnpj: '11222333000181' })
  expect(text).toContain(footer.join('\n'))
  expect(html).toContain(footer.join('<br>'))
  expect(render({}).text).not.toContain('WhatsApp')
})

test('a letter has the shop’s colour, in no digits that could be a code', () => {
  const { html } = renderEmail(letter, {
    profile: { ...profile, accentColor: '#123456' },
    origin: 'https://loja.example',
  })
  expect(html).toContain('background:rgb(18,52,86)')
  expect(html).not.toContain('123456')
})
