import { palette } from '../colours.ts'
import { bottle, clearBottle, pumpBottle, serum, shampooBottle, squeezeBottle, tottle } from '../forms/bottles.ts'
import { developerBottle } from '../forms/content-of-boxes.ts'
import { bigJar, jar } from '../forms/jars.ts'
import { compact, foundation, lipBalm, liquidLipstick, mascara, nailPolish } from '../forms/makeup.ts'
import { tube } from '../forms/tubes.ts'
import { uprightCarton } from '../forms/upright-carton.ts'
import type { Shelf } from '../picture.ts'

const { blue, navy, sky, teal, mint, yellow, orange, red, rose, plum, indigo, brown, gold, graphite } = palette

/** Sun care, skin care, hair, make-up. */
export const beauty: Shelf = {
  146: [
    {
      alt: 'Bisnaga de protetor solar facial Anthelios Airlicium FPS 60, 40 g',
      svg: tube({
        name: 'Anthelios',
        kind: 'Airlicium',
        strength: 'FPS 60',
        content: '40 g',
        colours: orange,
        art: 'rings',
        cap: '#fdfdfc',
      }),
    },
  ],
  147: [
    {
      alt: 'Bisnaga de protetor solar facial Actine Toque Seco FPS 70, 40 g',
      svg: tube({
        name: 'Actine',
        kind: 'toque seco',
        strength: 'FPS 70',
        content: '40 g',
        colours: teal,
        art: 'slope',
      }),
    },
  ],
  148: [
    {
      alt: 'Frasco de protetor solar Sun Fresh FPS 70, 120 ml',
      svg: squeezeBottle({
        name: 'Sun Fresh',
        kind: 'Neutrogena',
        strength: 'FPS 70',
        content: '120 ml',
        colours: blue,
      }),
    },
  ],
  149: [
    {
      alt: 'Frasco de protetor solar Sun Protect & Hidrata FPS 50, 200 ml',
      svg: squeezeBottle({
        name: 'Protect &\nHidrata',
        kind: 'Nivea Sun',
        strength: 'FPS 50',
        content: '200 ml',
        colours: { ...navy, tint: '#fbcf9a' },
        cap: '#d9730d',
        art: 'wave',
      }),
    },
  ],
  150: [
    {
      alt: 'Bisnaga de protetor solar Fusion Water 5 Stars FPS 50, 50 ml',
      svg: tube({ name: 'Fusion\nWater', kind: '5 Stars', strength: 'FPS 50', content: '50 ml', colours: orange }),
    },
  ],
  151: [
    {
      alt: 'Protetor labial Nivea FPS 30 em bastão, 4,8 g',
      svg: lipBalm({ name: 'Nivea', kind: 'labial', strength: 'FPS 30', content: '4,8 g', colours: sky }),
    },
  ],
  152: [
    {
      alt: 'Bisnaga de gel de limpeza facial Effaclar Concentrado, 150 g',
      svg: tube({ name: 'Effaclar', kind: 'gel de limpeza', content: '150 g', colours: sky, art: 'wave' }),
    },
  ],
  153: [
    {
      alt: 'Frasco com válvula de loção hidratante corporal CeraVe, 473 ml',
      svg: pumpBottle({ name: 'CeraVe', kind: 'loção hidratante', content: '473 ml', colours: sky }),
    },
  ],
  154: [
    {
      alt: 'Frasco conta-gotas de sérum Minéral 89, 30 ml',
      svg: serum({ name: 'Minéral 89', kind: 'sérum', content: '30 ml', colours: blue }),
    },
  ],
  155: [
    {
      alt: 'Frasco de água micelar Sensibio H2O, 250 ml',
      svg: bottle({
        name: 'Sensibio',
        kind: 'água micelar',
        strength: 'H2O',
        content: '250 ml',
        colours: rose,
        body: '#fdeef2',
      }),
    },
  ],
  156: [
    {
      alt: 'Frasco de água micelar antioleosidade Garnier, 400 ml',
      svg: bottle({
        name: 'Garnier',
        kind: 'água micelar\nantioleosidade',
        content: '400 ml',
        colours: mint,
        body: '#eef8f3',
        art: 'slope',
      }),
    },
  ],
  157: [
    {
      alt: 'Frasco conta-gotas de sérum niacinamida 10% Principia, 30 ml',
      svg: serum({
        name: 'Niacinamida',
        kind: 'Principia',
        strength: '10%',
        content: '30 ml',
        colours: graphite,
        body: '#f4f5f3',
        cap: '#2b2d31',
      }),
    },
  ],
  158: [
    {
      alt: 'Pote de creme anti-idade Revitalift Hialurônico Noite, 49 g',
      svg: jar({ name: 'Revitalift', kind: 'hialurônico · noite', content: '49 g', colours: plum }),
    },
  ],
  159: [
    {
      alt: 'Bisnaga de Bepantol Derma creme, 40 g',
      svg: tube({ name: 'Bepantol\nDerma', kind: 'creme', content: '40 g', colours: blue, art: 'wave' }),
    },
  ],
  160: [
    {
      alt: 'Pote de hidratante facial Hydro Boost Water Gel, 50 g',
      svg: jar({ name: 'Hydro Boost', kind: 'water gel', content: '50 g', colours: sky }),
    },
  ],
  161: [
    {
      alt: 'Bisnaga de Cicaplast Baume B5+, 40 ml',
      svg: tube({
        name: 'Cicaplast',
        kind: 'baume',
        strength: 'B5+',
        content: '40 ml',
        colours: indigo,
        art: 'foot',
        cap: '#fdfdfc',
      }),
    },
  ],
  162: [
    {
      alt: 'Frasco de shampoo Elseve Reparação Total 5, 400 ml',
      svg: shampooBottle({
        name: 'Elseve',
        kind: 'shampoo',
        strength: 'Reparação\nTotal 5',
        content: '400 ml',
        colours: red,
      }),
    },
  ],
  163: [
    {
      alt: 'Frasco de condicionador Pantene Restauração, 400 ml',
      svg: tottle({
        name: 'Pantene',
        kind: 'condicionador',
        strength: 'Restauração',
        content: '400 ml',
        colours: gold,
      }),
    },
  ],
  164: [
    {
      alt: 'Frasco de shampoo anticaspa Clear Men, 400 ml',
      svg: shampooBottle({
        name: 'Clear Men',
        kind: 'shampoo anticaspa',
        content: '400 ml',
        colours: sky,
        body: '#38424d',
        cap: '#20272e',
        art: 'slope',
      }),
    },
  ],
  165: [
    {
      alt: 'Pote de máscara de tratamento Novex Óleo de Argan, 1 kg',
      svg: bigJar({
        name: 'Novex',
        kind: 'máscara de tratamento',
        strength: 'Óleo de Argan',
        content: '1 kg',
        colours: brown,
      }),
    },
  ],
  166: [
    {
      alt: 'Pote de creme de pentear SOS Cachos, 1 kg',
      svg: bigJar({ name: 'SOS Cachos', kind: 'creme de pentear', content: '1 kg', colours: rose }),
    },
  ],
  167: [
    {
      alt: 'Caixa e frasco da coloração Imédia Excellence 6.0 louro escuro',
      svg: uprightCarton({
        name: 'Imédia',
        kind: 'Excellence\ncoloração',
        strength: '6.0',
        content: 'louro escuro',
        colours: brown,
        art: 'full',
        before: developerBottle(brown),
      }),
    },
  ],
  168: [
    {
      alt: 'Frasco de base líquida Fit Me Matte, 30 ml',
      svg: foundation({
        name: 'Fit Me',
        kind: 'base líquida',
        strength: 'Matte',
        content: '30 ml',
        colours: { ...brown, tone: '#d8a878' },
      }),
    },
  ],
  169: [
    {
      alt: 'Máscara para cílios Colossal com aplicador, 9 ml',
      svg: mascara({ name: 'Colossal', kind: 'máscara para cílios', content: '9 ml', colours: yellow }),
    },
  ],
  170: [
    {
      alt: 'Batom líquido matte Vult com aplicador, 3 g',
      svg: liquidLipstick({ name: 'Vult', kind: 'matte', content: '3 g', colours: { ...rose, tone: '#b33a52' } }),
    },
  ],
  171: [
    {
      alt: 'Estojo aberto de pó compacto matte Vult, 9 g',
      svg: compact({
        name: 'Vult',
        kind: 'pó compacto\nmatte',
        content: '9 g',
        colours: { ...brown, tone: '#e0b68b', deep: '#c4935f' },
      }),
    },
  ],
  172: [
    {
      alt: 'Vidro de esmalte cremoso Risqué, 8 ml',
      svg: nailPolish({ name: 'Risqué', kind: 'cremoso', content: '8 ml', colours: { ...red, tone: '#c02b3f' } }),
    },
  ],
  173: [
    {
      alt: 'Frasco de demaquilante bifásico Nivea, 120 ml',
      svg: clearBottle({
        name: 'Nivea',
        kind: 'demaquilante bifásico',
        content: '120 ml',
        colours: blue,
        upper: '#f3f6f8',
        lower: '#8fb6e8',
      }),
    },
  ],
}
