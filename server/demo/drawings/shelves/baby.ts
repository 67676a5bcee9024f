import { palette } from '../colours.ts'
import { babyBottle, pumpBottle, shampooBottle } from '../forms/bottles.ts'
import { can } from '../forms/jars.ts'
import { diaperPack, wipesPack } from '../forms/soft-packs.ts'
import { tube } from '../forms/tubes.ts'
import type { Shelf } from '../picture.ts'

const { blue, sky, teal, green, yellow, orange, red, violet, indigo, gold } = palette

/** Nappies, baths, bottles. */
export const baby: Shelf = {
  187: [
    {
      alt: 'Pacote de fraldas Pampers Confort Sec tamanho G, 60 unidades',
      svg: diaperPack({ name: 'Pampers', kind: 'Confort Sec', strength: 'G', content: '60\nunidades', colours: teal }),
    },
  ],
  188: [
    {
      alt: 'Pacote de fraldas Huggies Máxima Proteção tamanho M, 80 unidades',
      svg: diaperPack({
        name: 'Huggies',
        kind: 'Máxima Proteção',
        strength: 'M',
        content: '80\nunidades',
        colours: red,
      }),
    },
  ],
  189: [
    {
      alt: "Pacote de lenços umedecidos Johnson's Baby, 96 unidades",
      svg: wipesPack({ name: "Johnson's\nBaby", kind: 'lenços umedecidos', content: '96 unidades', colours: sky }),
    },
  ],
  190: [
    {
      alt: 'Bisnaga de creme para assaduras Hipoglós Original, 90 g',
      svg: tube({ name: 'Hipoglós', kind: 'creme para assaduras', content: '90 g', colours: indigo, art: 'rings' }),
    },
  ],
  191: [
    {
      alt: 'Bisnaga de creme para assaduras Bepantol Baby, 60 g',
      svg: tube({
        name: 'Bepantol\nBaby',
        kind: 'creme para assaduras',
        content: '60 g',
        colours: { ...sky, deep: blue.deep },
        art: 'slope',
        cap: '#fdfdfc',
      }),
    },
  ],
  192: [
    {
      alt: "Frasco de shampoo Johnson's Baby Regular, 400 ml",
      svg: shampooBottle({
        name: "Johnson's\nBaby",
        kind: 'shampoo regular',
        content: '400 ml',
        colours: { ...gold, tone: yellow.tone },
        body: '#fff7da',
        art: 'wave',
      }),
    },
  ],
  193: [
    {
      alt: 'Frasco com válvula de sabonete líquido Granado Bebê Tradicional, 250 ml',
      svg: pumpBottle({
        name: 'Granado',
        kind: 'bebê\nsabonete líquido',
        content: '250 ml',
        colours: green,
        art: 'foot',
        cap: '#fdfdfc',
      }),
    },
  ],
  194: [
    {
      alt: 'Lata de fórmula infantil NAN para lactentes de 0 a 6 meses, 800 g',
      svg: can({ name: 'NAN', kind: 'fórmula infantil', strength: '0 a 6 meses', content: '800 g', colours: orange }),
    },
  ],
  195: [
    {
      alt: 'Mamadeira clássica Avent, 240 ml',
      svg: babyBottle({ name: 'Avent', content: '240 ml', colours: violet }),
    },
  ],
}
