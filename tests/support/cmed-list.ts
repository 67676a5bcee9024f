import { rowOf } from './catalogue-rows.ts'

/** A price list of the CMED with the demo's FD0001, a generic. @param price of 12 %; that of 18 % is a third above */
export function cmedList(day: string, price: string, sku = 'FD0001'): File {
  const { ggrem, anvisa_registro, ean } = rowOf(sku)
  const dearer = (Number(price.replace(',', '.')) * 1.33).toFixed(2).replace('.', ',')
  const lines = [
    'LISTA DE PREÇOS DE MEDICAMENTOS;;;;;;;',
    `Publicada em ${day.split('-').reverse().join('/')};;;;;;;`,
    'SUBSTÂNCIA;CÓDIGO GGREM;REGISTRO;EAN 1;PRODUTO;TIPO DE PRODUTO (STATUS DO PRODUTO);PMC 12 %;PMC 18 %',
    `X;${ggrem};${anvisa_registro};${ean};X;Genérico;${price};${dearer}`,
  ]
  return new File([lines.join('\r\n')], 'lista.csv', { type: 'text/csv' })
}
