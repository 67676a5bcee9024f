import { type Colours, palette } from '../colours.ts'
import { type Blister, blister } from '../forms/blister.ts'
import { type Box, box, boxBack, type GenericBox, genericBox } from '../forms/carton.ts'
import { dropper, nasalBottle, syrup } from '../forms/medicine-bottles.ts'
import { patch, sachets } from '../forms/soft-packs.ts'
import { tube } from '../forms/tubes.ts'
import type { Picture, Shelf } from '../picture.ts'

const { blue, navy, sky, teal, mint, green, lime, orange, red, rose, plum, violet, indigo } = palette

/** Medicines sold without a prescription. Prescription medicines have no drawing, by law: see `forms/neutral.ts`. */
export const medicines: Shelf = {
  14: [
    {
      alt: 'Frasco de dipirona monoidratada em gotas 500 mg/ml, 10 ml, genérico Germed',
      svg: dropper({
        name: 'Dipirona',
        kind: 'monoidratada, 10 ml',
        strength: '500 mg/ml',
        colours: teal,
        generic: true,
      }),
    },
  ],
  15: [
    {
      alt: 'Frasco de dipirona monoidratada em gotas 500 mg/ml, 20 ml, genérico Germed',
      svg: dropper({
        name: 'Dipirona',
        kind: 'monoidratada, 20 ml',
        strength: '500 mg/ml',
        colours: violet,
        generic: true,
      }),
    },
  ],
  16: [
    {
      alt: 'Frasco de dipirona monoidratada, solução oral 50 mg/ml, 100 ml, genérico Germed',
      svg: syrup({
        name: 'Dipirona',
        kind: 'monoidratada',
        strength: '50 mg/ml',
        content: 'solução oral, 100 ml',
        colours: teal,
        generic: true,
      }),
    },
  ],
  17: [
    {
      alt: 'Frasco de dipirona sódica, solução oral 50 mg/ml, 100 ml, genérico EMS',
      svg: syrup({
        name: 'Dipirona',
        kind: 'sódica',
        strength: '50 mg/ml',
        content: 'solução oral, 100 ml',
        colours: rose,
        generic: true,
      }),
    },
  ],
  18: [
    {
      alt: 'Frasco de Dipimed gotas 500 mg/ml, 10 ml',
      svg: dropper({ name: 'Dipimed', kind: 'dipirona', strength: '500 mg/ml', content: '10 ml', colours: orange }),
    },
  ],
  19: [
    {
      alt: 'Frasco de dipirona sódica em gotas 500 mg/ml, 10 ml, genérico Farmace',
      svg: dropper({
        name: 'Dipirona',
        kind: 'sódica, 10 ml',
        strength: '500 mg/ml',
        colours: blue,
        generic: true,
      }),
    },
  ],
  47: patches('7 adesivos'),
  48: patches('3 adesivos'),
  49: [
    {
      alt: 'Frasco de Riopan suspensão oral 80 mg/ml, 240 ml',
      svg: syrup({
        name: 'Riopan',
        kind: 'magaldrato',
        strength: '80 mg/ml',
        content: '240 ml',
        colours: sky,
        glass: '#f2f5f4',
      }),
    },
  ],
  50: [
    {
      alt: 'Frasco de Riopan Plus suspensão oral, 240 ml',
      svg: syrup({
        name: 'Riopan Plus',
        kind: 'magaldrato + simeticona',
        strength: '80 + 10 mg/ml',
        content: '240 ml',
        colours: green,
        glass: '#f2f5f4',
      }),
    },
  ],
  58: genericTablets(
    { name: 'Dipirona\nMonoidratada', strength: '500 mg', content: '20 comprimidos', maker: 'Medley', colours: sky },
    { count: 10, pill: 'round' },
  ),
  59: genericTablets(
    { name: 'Dipirona\nMonoidratada', strength: '1 g', content: '10 comprimidos', maker: 'EMS', colours: violet },
    { count: 10, pill: 'oblong' },
  ),
  60: brandTablets(
    {
      name: 'Novalgina',
      kind: 'dipirona monoidratada',
      strength: '1 g',
      content: '10 comprimidos',
      colours: blue,
      motif: 'wave',
    },
    { count: 10, pill: 'oblong' },
  ),
  61: genericTablets(
    { name: 'Paracetamol', strength: '750 mg', content: '20 comprimidos', maker: 'Neo Química', colours: indigo },
    { count: 10, pill: 'oblong' },
  ),
  62: [
    {
      alt: 'Frasco de paracetamol em gotas 200 mg/ml, 15 ml, genérico EMS',
      svg: dropper({ name: 'Paracetamol', kind: 'gotas, 15 ml', strength: '200 mg/ml', colours: red, generic: true }),
    },
  ],
  63: brandTablets(
    { name: 'Tylenol', kind: 'paracetamol', strength: '750 mg', content: '20 comprimidos', colours: red, motif: 'sun' },
    { count: 10, pill: 'oblong' },
  ),
  64: genericTablets(
    { name: 'Ibuprofeno', strength: '400 mg', content: '10 cápsulas', maker: 'Geolab', colours: mint },
    { count: 10, pill: 'softgel', tint: '#e9b65c' },
  ),
  65: brandTablets(
    { name: 'Advil', kind: 'ibuprofeno', strength: '400 mg', content: '8 cápsulas', colours: navy, motif: 'arc' },
    { count: 8, pill: 'softgel', tint: '#4fa38f' },
  ),
  68: brandTablets(
    {
      name: 'Dorflex',
      kind: 'dipirona + orfenadrina\n+ cafeína',
      content: '36 comprimidos',
      colours: green,
      motif: 'block',
    },
    { count: 12, pill: 'round' },
  ),
  69: brandTablets(
    {
      name: 'Neosaldina',
      kind: 'dipirona + isometepteno + cafeína',
      content: '20 drágeas',
      colours: rose,
      motif: 'wave',
    },
    { count: 10, pill: 'dragee', tint: '#a9663f' },
  ),
  70: brandTablets(
    {
      name: 'Buscopan\nComposto',
      kind: 'escopolamina + dipirona',
      content: '20 comprimidos',
      colours: teal,
      motif: 'sun',
    },
    { count: 10, pill: 'dragee' },
  ),
  73: genericTablets(
    { name: 'Loratadina', strength: '10 mg', content: '12 comprimidos', maker: 'Cimed', colours: orange },
    { count: 12, pill: 'round' },
  ),
  74: brandTablets(
    { name: 'Claritin', kind: 'loratadina', strength: '10 mg', content: '12 comprimidos', colours: sky, motif: 'band' },
    { count: 12, pill: 'round' },
  ),
  75: genericTablets(
    { name: 'Cloridrato de\nFexofenadina', strength: '120 mg', content: '10 comprimidos', maker: 'EMS', colours: plum },
    { count: 10, pill: 'oblong', tint: '#f4cdb5' },
  ),
  76: brandTablets(
    {
      name: 'Allegra',
      kind: 'fexofenadina',
      strength: '180 mg',
      content: '10 comprimidos',
      colours: violet,
      motif: 'arc',
    },
    { count: 10, pill: 'oblong', tint: '#f4cdb5' },
  ),
  79: genericTablets(
    {
      name: 'Maleato de\nDexclorfeniramina',
      strength: '2 mg',
      content: '20 comprimidos',
      maker: 'Teuto',
      colours: rose,
    },
    { count: 10, pill: 'round', tint: '#f6d3d8' },
  ),
  108: brandTablets(
    {
      name: 'AAS\nInfantil',
      kind: 'ácido acetilsalicílico',
      strength: '100 mg',
      content: '30 comprimidos',
      colours: orange,
      motif: 'block',
    },
    { count: 10, pill: 'round', tint: '#fbd9b4' },
  ),
  114: brandTablets(
    {
      name: 'Luftal',
      kind: 'simeticona, gel caps',
      strength: '125 mg',
      content: '10 cápsulas',
      colours: green,
      motif: 'sun',
    },
    { count: 10, pill: 'softgel', tint: '#8ec7dd' },
  ),
  115: [
    {
      alt: 'Frasco de simeticona em gotas 75 mg/ml, 15 ml, genérico EMS',
      svg: dropper({ name: 'Simeticona', kind: 'gotas, 15 ml', strength: '75 mg/ml', colours: lime, generic: true }),
    },
  ],
  116: [
    {
      alt: 'Dois sachês de Eno Sal de Fruta sabor guaraná, 5 g cada',
      svg: sachets({ name: 'Eno', kind: 'sal de fruta', strength: 'Guaraná', content: '2 × 5 g', colours: green }),
    },
  ],
  117: genericTablets(
    { name: 'Cloridrato de\nLoperamida', strength: '2 mg', content: '12 comprimidos', maker: 'EMS', colours: sky },
    { count: 12, pill: 'round' },
  ),
  118: genericTablets(
    { name: 'Bisacodil', strength: '5 mg', content: '20 comprimidos', maker: 'Prati-Donaduzzi', colours: plum },
    { count: 10, pill: 'dragee', tint: '#f3cf6b' },
  ),
  119: brandTablets(
    {
      name: 'Floratil',
      kind: 'Saccharomyces boulardii-17',
      strength: '200 mg',
      content: '6 cápsulas',
      colours: lime,
      motif: 'wave',
    },
    { count: 6, pill: 'capsule', tint: '#e9e2d2' },
  ),
  121: brandTablets(
    { name: 'Dramin B6', kind: 'dimenidrinato + piridoxina', content: '30 comprimidos', colours: navy, motif: 'wave' },
    { count: 10, pill: 'round' },
  ),
  122: [
    {
      alt: 'Caixa de acetilcisteína 600 mg, 16 envelopes, genérico Eurofarma',
      svg: genericBox({
        name: 'Acetilcisteína',
        strength: '600 mg',
        content: '16 envelopes',
        maker: 'Eurofarma',
        colours: teal,
      }),
    },
    {
      alt: 'Envelopes de acetilcisteína 600 mg, granulado',
      svg: sachets({ name: 'Acetilcisteína', strength: '600 mg', content: 'granulado', colours: teal, generic: true }),
    },
  ],
  123: [
    {
      alt: 'Frasco de cloridrato de ambroxol xarope 30 mg/5 ml, 120 ml, genérico Teuto',
      svg: syrup({
        name: 'Ambroxol',
        kind: 'cloridrato',
        strength: '30 mg/5 ml',
        content: 'xarope, 120 ml',
        colours: indigo,
        generic: true,
      }),
    },
  ],
  124: brandTablets(
    {
      name: 'Benegrip',
      kind: 'dipirona + clorfeniramina\n+ cafeína',
      content: '20 comprimidos',
      colours: lime,
      motif: 'arc',
    },
    { count: 10, pill: 'oblong', tint: '#d9e7a2' },
  ),
  126: [
    {
      alt: 'Frasco de cloridrato de nafazolina, solução nasal 0,5 mg/ml, 30 ml',
      svg: nasalBottle({
        name: 'Nafazolina',
        kind: 'solução nasal',
        strength: '0,5 mg/ml',
        content: '30 ml',
        colours: blue,
      }),
    },
  ],
  127: [
    {
      alt: 'Bisnaga de cetoconazol creme 20 mg/g, 30 g, genérico Prati-Donaduzzi',
      svg: tube({
        name: 'Cetoconazol',
        kind: 'creme',
        strength: '20 mg/g',
        content: '30 g',
        colours: teal,
        art: 'foot',
        generic: true,
      }),
    },
  ],
}

type Card = Pick<Blister, 'count' | 'pill' | 'tint'>

/** The gallery of a medicine in a box: front, back, and one card of its pills. */
function brandTablets(front: Box, card: Card): Picture[] {
  const name = inOneLine(front.name)
  const title = [name, front.strength].filter(Boolean).join(' ')
  return [
    { alt: `Caixa de ${title}, ${front.content}`, svg: box(front) },
    ...insideTheBox(name, title, front.colours, card),
  ]
}

/** The same for a generic medicine. */
function genericTablets(front: GenericBox, card: Card): Picture[] {
  const name = inOneLine(front.name)
  const title = `${name.toLowerCase()} ${front.strength}`
  return [
    { alt: `Caixa de ${title}, ${front.content}, genérico ${front.maker}`, svg: genericBox(front) },
    ...insideTheBox(name, title, front.colours, card, true),
  ]
}

function insideTheBox(name: string, title: string, colours: Colours, card: Card, generic = false): Picture[] {
  return [
    { alt: `Verso da caixa de ${title}`, svg: boxBack({ colours, generic }) },
    { alt: `Cartela de ${title}`, svg: blister({ name, colours, ...card }) },
  ]
}

function patches(content: string): Picture[] {
  const words = { name: 'Loxonin Flex', kind: 'loxoprofeno sódico', colours: content.startsWith('7') ? indigo : blue }
  return [
    {
      alt: `Caixa de Loxonin Flex 100 mg, ${content} transdérmicos`,
      svg: box({ ...words, name: 'Loxonin\nFlex', strength: '100 mg', content, motif: 'block' }),
    },
    { alt: 'Adesivo transdérmico Loxonin Flex', svg: patch({ ...words, kind: 'adesivo transdérmico' }) },
  ]
}

function inOneLine(name: string): string {
  return name.replace('\n', ' ')
}
