import { describe, expect, it } from 'vitest'
import { defaultWordRules } from './default-words.ts'
import { repairGtin } from './gtin-repair.ts'
import { toLaboratoryName, toMedicineName, toPresentationText } from './medicine-names.ts'
import { classifyMedicine } from './prescription-classes.ts'
import { toTitle } from './product-words.ts'
import { guessTillColumns, listMissingColumns } from './till-columns.ts'
import { createRuleMatcher } from './word-rules.ts'

describe('the name of a medicine', () => {
  it.each([
    [
      'AZITROMICINA DI-HIDRATADA',
      '500 MG, 3 COMPRIMIDOS REVESTIDOS',
      'ACHÉ',
      true,
      'Azitromicina Di-hidratada 500mg 3 Comprimidos Aché Genérico',
    ],
    [
      'DIPIRONA MONOIDRATADA',
      '500 MG/ML SOL OR CT FR GOT PLAS OPC X 10 ML',
      'GERMED FARMACEUTICA LTDA',
      true,
      'Dipirona Monoidratada 500mg/ml Gotas 10ml Germed Genérico',
    ],
    [
      'ZIRK',
      '500 MG COM REV CT BL AL PLAS TRANS X 3',
      'MEDQUÍMICA INDÚSTRIA FARMACÊUTICA LTDA.',
      false,
      'Zirk 500mg 3 Comprimidos',
    ],
    [
      'CLAVULIN BD 875MG + 125MG 20 COMPRIMIDOS',
      '875 MG + 125 MG, 20 COMPRIMIDOS REVESTIDOS',
      'GSK',
      false,
      'Clavulin BD 875mg + 125mg 20 Comprimidos',
    ],
    ['RIOPAN', '80 MG/ML, SUSPENSÃO ORAL 240 ML', 'TAKEDA', false, 'Riopan 80mg/ml Suspensão Oral 240ml'],
    [
      'NEBACETIN',
      '5 MG/G + 250 UI/G POM DERM CT BG AL X 15 G',
      'TAKEDA',
      false,
      'Nebacetin 5mg/g + 250UI/g Pomada 15g',
    ],
    ['POSTINOR', '1,5 MG, 1 COMPRIMIDO', 'ACHÉ', false, 'Postinor 1,5mg 1 Comprimido'],
  ])('%s, %s', (product, presentation, laboratory, isGeneric, name) => {
    expect(toMedicineName({ product, presentation, laboratory }, isGeneric)).toBe(name)
  })

  it('has a presentation that reads as one writes it', () => {
    expect(toPresentationText('500 MG COM REV CT BL AL PLAS TRANS X 3')).toBe('500 mg, 3 comprimidos revestidos')
    expect(toPresentationText('80 MG/ML, SUSPENSÃO ORAL 240 ML')).toBe('80 mg/ml, suspensão oral 240 ml')
    expect(toPresentationText('IMPLANTE SUBCUTÂNEO')).toBe('implante subcutâneo')
  })

  it('has its laboratory without what the law adds', () => {
    expect(toLaboratoryName('EUROFARMA LABORATÓRIOS S.A.')).toBe('Eurofarma')
    expect(toLaboratoryName('EMS S/A')).toBe('EMS')
    expect(toLaboratoryName('PRATI-DONADUZZI & CIA LTDA')).toBe('Prati Donaduzzi & Cia')
  })
})

describe('a title', () => {
  it.each([
    ['ACTINE TQ SECO FPS70 40G', 'Actine Toque Seco FPS 70 40g'],
    ['FRALDA PAMPERS CONFORT SEC XG C/58', 'Fralda Pampers Confort Sec XG 58'],
    ['SAB LIQ PROTEX LIMPEZA PROFUNDA 250ML', 'Sabonete Líquido Protex Limpeza Profunda 250ml'],
    ['SORO FISIOLOGICO 0,9% 500ML', 'Soro Fisiologico 0,9% 500ml'],
  ])('of %s', (text, title) => {
    expect(toTitle(text)).toBe(title)
  })
})

describe('a rule', () => {
  const match = createRuleMatcher(defaultWordRules)

  it('puts its name in place of its words, and takes the next word for the brand', () => {
    expect(match('PROT SOLAR ACTINE TQ SECO FPS70 40G')).toMatchObject({
      name: 'Protetor Solar Actine Toque Seco FPS 70 40g',
      brand: 'Actine',
      rule: { category: 'Beleza', subcategory: 'Protetor Solar' },
    })
  })

  it('of more words counts before one of fewer', () => {
    expect(match('FRALDA GER BIGFRAL PLUS G C/9')).toMatchObject({ name: 'Fralda Geriátrica Bigfral Plus G 9' })
  })

  it('finds whole words alone', () => {
    expect(match('SABOROSO BISCOITO')).toBeNull()
    expect(match('SHAKER INOX')).toBeNull()
  })

  it('is none where two categories fit alike', () => {
    expect(match('KIT SHAMPOO E SABONETE')).toBe('ambiguous')
  })
})

describe('a till’s bar code', () => {
  it.each([
    ['7896181926597', { ean: '7896181926597' }],
    ['07896181926597', { ean: '7896181926597' }],
    // A spreadsheet dropped the zeros in front.
    ['12345670', { ean: '12345670' }],
    ['36000291452', { ean: '0036000291452' }],
    ['036000291452', { ean: '0036000291452' }],
    ['7896181926597,00', { ean: '7896181926597' }],
    ['7896181926598', { fault: 'digit' }],
    ['7,89618E+12', { fault: 'rounded' }],
    ['2000000012345', { fault: 'store' }],
    ['1234', { fault: 'store' }],
    ['', { fault: 'missing' }],
    ['0', { fault: 'missing' }],
  ])('%s', (cell, result) => {
    expect(repairGtin(cell)).toEqual(result)
  })
})

describe('the class of a prescription', () => {
  it.each([
    ['Tarja Vermelha sob restrição', 'AMOXICILINA + CLAVULANATO DE POTÁSSIO', 'RX_RETENCAO_10D'],
    // Kept by law, whatever stripe a list gives it.
    ['Tarja Vermelha', 'AZITROMICINA DI-HIDRATADA', 'RX_RETENCAO_10D'],
    ['Tarja Vermelha', 'SEMAGLUTIDA', 'RX_RETENCAO_90D'],
    ['Tarja Vermelha sob restrição', 'ISOTRETINOÍNA', 'CONTROLADO'],
    ['Tarja Preta', 'CLONAZEPAM', 'CONTROLADO'],
    ['Tarja Vermelha', 'LOSARTANA POTÁSSICA', 'RX'],
    ['Tarja Sem Tarja', 'DIPIRONA', 'MIP'],
    ['Tarja -', 'DIPIRONA', null],
    ['', 'DIPIRONA', null],
  ])('%s, %s', (stripe, substance, prescriptionClass) => {
    expect(classifyMedicine(stripe, substance)).toBe(prescriptionClass)
  })
})

describe('a till’s columns', () => {
  it('are known by their names', () => {
    const header = ['Cod. Barras', 'Descrição', 'Pr_Venda', 'Saldo', 'Fabr', 'dt_ult']
    expect(guessTillColumns(header)).toEqual({ ean: 0, description: 1, price: 2, stock: 3, brand: 4 })
  })

  it('that are missing are named', () => {
    expect(listMissingColumns(guessTillColumns(['produto', 'saldo']))).toEqual(['ean', 'price'])
  })
})
