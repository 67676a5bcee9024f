import { palette } from '../colours.ts'
import { stickSachets } from '../forms/content-of-boxes.ts'
import { can, pot, tallPot, tub } from '../forms/jars.ts'
import { effervescentTube } from '../forms/tubes.ts'
import { uprightCarton } from '../forms/upright-carton.ts'
import type { Shelf } from '../picture.ts'

const { blue, navy, teal, orange, red, rose, plum, violet, indigo, gold, graphite } = palette

/** Vitamins, minerals, powders. */
export const supplements: Shelf = {
  134: [
    {
      alt: 'Tubo de vitamina C 1 g efervescente Cewin, 30 comprimidos',
      svg: effervescentTube({
        name: 'Cewin',
        kind: 'vitamina C',
        strength: '1 g',
        content: '30 comprimidos\nefervescentes',
        colours: orange,
      }),
    },
  ],
  135: [
    {
      alt: 'Pote de vitamina D3 2.000 UI Sundown, 60 cápsulas',
      svg: pot({
        name: 'Vitamina D3',
        kind: 'Sundown',
        strength: '2.000 UI',
        content: '60 cápsulas',
        colours: gold,
        cap: '#6b4019',
      }),
    },
  ],
  136: [
    {
      alt: 'Pote de Centrum Adulto, 60 comprimidos',
      svg: tallPot({
        name: 'Centrum',
        kind: 'multivitamínico',
        strength: 'Adulto',
        content: '60 comprimidos',
        colours: indigo,
      }),
    },
  ],
  137: [
    {
      alt: 'Pote de Lavitan A-Z, 60 comprimidos',
      svg: pot({ name: 'A–Z', kind: 'Lavitan multivitamínico', content: '60 comprimidos', colours: blue }),
    },
  ],
  138: [
    {
      alt: 'Pote de Lavitan Cabelos e Unhas, 60 cápsulas',
      svg: pot({ name: 'Cabelos\ne Unhas', kind: 'Lavitan', content: '60 cápsulas', colours: rose }),
    },
  ],
  139: [
    {
      alt: 'Pote de ômega 3 1.000 mg Catarinense, 120 cápsulas',
      svg: pot({
        name: 'Ômega 3',
        kind: 'Catarinense',
        strength: '1.000 mg',
        content: '120 cápsulas',
        colours: teal,
        cap: '#0c5a54',
      }),
    },
  ],
  140: [
    {
      alt: 'Pote de magnésio dimalato Vitafor, 60 cápsulas',
      svg: tallPot({ name: 'Magnésio', kind: 'dimalato · Vitafor', content: '60 cápsulas', colours: violet }),
    },
  ],
  141: [
    {
      alt: 'Pote de whey protein concentrado sabor baunilha Integralmédica, 900 g',
      svg: tub({
        name: 'Whey Protein',
        kind: 'concentrado · baunilha',
        content: '900 g',
        colours: red,
        body: '#2e3439',
      }),
    },
  ],
  142: [
    {
      alt: 'Pote de creatina monohidratada Max Titanium, 300 g',
      svg: pot({ name: 'Creatina', kind: 'monohidratada', content: '300 g', colours: graphite, cap: '#3b4248' }),
    },
  ],
  143: [
    {
      alt: 'Caixa e sachês de colágeno Verisol hidrolisado Sanavita, 30 sachês',
      svg: uprightCarton({
        name: 'Colágeno',
        kind: 'Verisol hidrolisado',
        content: '30 sachês',
        colours: plum,
        art: 'slope',
        before: stickSachets(plum),
      }),
    },
  ],
  144: [
    {
      alt: 'Pote de melatonina 0,21 mg Lavitan, 60 comprimidos',
      svg: tallPot({
        name: 'Melatonina',
        kind: 'Lavitan',
        strength: '0,21 mg',
        content: '60 comprimidos',
        colours: navy,
        cap: '#1f3263',
      }),
    },
  ],
  145: [
    {
      alt: 'Lata de Ensure em pó sabor baunilha, 400 g',
      svg: can({ name: 'Ensure', kind: 'pó · baunilha', content: '400 g', colours: blue, cap: '#b98a24' }),
    },
  ],
}
