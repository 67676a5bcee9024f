import { readFileSync } from 'node:fs'

/** The shop.json of a live shop in tests: the demo's, with data that a real pharmacy could have. */
export const liveProfile = {
  ...JSON.parse(readFileSync('server/demo/shop.json', 'utf8')),
  cnpj: '11.222.333/0001-81',
  email: 'atendimento@farmacia.test',
  pharmacist: { name: 'Helena Prado', crf: 'CRF-SP 12.345' },
  sanitaryLicence: 'CMVS 3550308-477-000001-1-8',
  afe: '7.12345-6',
  careersUrl: 'mailto:vagas@farmacia.test',
  notices: ['Medicamentos podem causar efeitos indesejados.'],
}
