import { expect, test } from 'vitest'
import { describeSeller } from './seller.ts'

const profile = {
  legalName: 'Farmácia Ipê Ltda.',
  cnpj: '00.000.000/0001-00',
  sanitaryLicence: 'licença da matriz',
  afe: 'AFE da matriz',
  address: 'Avenida Paulista, 1000',
  phone: '(11) 4002-0000',
  pharmacist: { name: 'Helena Prado', crf: 'CRF-SP 1' },
} as Parameters<typeof describeSeller>[0]
const noLegalData = { cnpj: null, licence: null, afe: null, pharmacistName: null, pharmacistCrf: null }

test('a branch with legal data of its own sells as itself', () => {
  const seller = describeSeller(profile, {
    legalData: {
      cnpj: '12ABC34501DE35',
      licence: 'licença 2',
      afe: 'AFE 2',
      pharmacistName: 'Ari Lopes',
      pharmacistCrf: 'CRF-SP 2',
    },
    address: {
      zipcode: '05422000',
      street: 'Rua dos Pinheiros',
      number: '500',
      neighborhood: 'Pinheiros',
      city: 'São Paulo',
      state: 'SP',
    },
    phone: '1130000002',
  })
  expect(seller).toEqual({
    legalName: 'Farmácia Ipê Ltda.',
    cnpj: '12.ABC.345/01DE-35',
    licence: 'licença 2',
    afe: 'AFE 2',
    address: 'Rua dos Pinheiros, 500, Pinheiros, São Paulo, SP',
    phone: '(11) 3000-0002',
    pharmacist: { name: 'Ari Lopes', crf: 'CRF-SP 2' },
  })
})

test('what a branch does not have is the shop’s, a pharmacist only whole', () => {
  const branch = { legalData: { ...noLegalData, pharmacistName: 'Ari Lopes' }, address: null, phone: null }
  expect(describeSeller(profile, branch)).toMatchObject({
    cnpj: '00.000.000/0001-00',
    licence: 'licença da matriz',
    address: 'Avenida Paulista, 1000',
    phone: '(11) 4002-0000',
    pharmacist: { name: 'Helena Prado', crf: 'CRF-SP 1' },
  })
})
