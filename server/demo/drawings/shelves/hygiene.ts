import { palette } from '../colours.ts'
import { clearBottle, pumpBottle } from '../forms/bottles.ts'
import { condomFoil } from '../forms/content-of-boxes.ts'
import { aerosol, floss, hangingCard, rollOn, soapBar, swabBox } from '../forms/hygiene.ts'
import { towelPack } from '../forms/soft-packs.ts'
import { toothpaste } from '../forms/tubes.ts'
import { uprightCarton } from '../forms/upright-carton.ts'
import type { Shelf } from '../picture.ts'

const { blue, navy, sky, teal, mint, red, violet, indigo, graphite } = palette

/** Mouth, deodorants, bath, shaving. */
export const hygiene: Shelf = {
  174: [
    {
      alt: 'Caixa e bisnaga de creme dental Colgate Total 12, 90 g',
      svg: toothpaste({ name: 'Colgate', kind: 'creme dental', strength: 'Total 12', content: '90 g', colours: red }),
    },
  ],
  175: [
    {
      alt: 'Caixa e bisnaga de creme dental Sensodyne Rápido Alívio, 90 g',
      svg: toothpaste({
        name: 'Sensodyne',
        kind: 'creme dental',
        strength: 'Rápido Alívio',
        content: '90 g',
        colours: blue,
      }),
    },
  ],
  176: [
    {
      alt: 'Frasco de enxaguante bucal Listerine Cool Mint, 500 ml',
      svg: clearBottle({
        name: 'Listerine',
        kind: 'Cool Mint',
        content: '500 ml',
        colours: teal,
        cap: '#2e3439',
        upper: '#4cc3c0',
        lower: '#35b1b4',
      }),
    },
  ],
  177: [
    {
      alt: 'Duas escovas dentais Oral-B Indicator Plus em cartela, leve 2 pague 1',
      svg: hangingCard({
        name: 'Oral-B',
        kind: 'Indicator Plus',
        strength: 'Leve 2\nPague 1',
        content: '2 unidades',
        colours: blue,
        hung: 'toothbrushes',
      }),
    },
  ],
  178: [
    {
      alt: 'Estojo de fio dental Oral-B Essential, 50 m',
      svg: floss({ name: 'Oral-B', kind: 'Essential Floss', content: '50 m', colours: mint }),
    },
  ],
  179: [
    {
      alt: 'Lata de desodorante aerosol Rexona Clinical, 150 ml',
      svg: aerosol({ name: 'Rexona', kind: 'aerosol', strength: 'Clinical', content: '150 ml', colours: indigo }),
    },
  ],
  180: [
    {
      alt: 'Desodorante roll-on Dove Original, 50 ml',
      svg: rollOn({ name: 'Dove', kind: 'roll-on original', content: '50 ml', colours: navy }),
    },
  ],
  181: [
    {
      alt: 'Frasco com válvula de sabonete líquido Protex Limpeza Profunda, 250 ml',
      svg: pumpBottle({
        name: 'Protex',
        kind: 'sabonete líquido\nLimpeza Profunda',
        content: '250 ml',
        colours: teal,
        art: 'wave',
      }),
    },
  ],
  182: [
    {
      alt: 'Caixa e barra de sabonete Dove Original, 90 g',
      svg: soapBar({ name: 'Dove', kind: 'sabonete original', content: '90 g', colours: sky }),
    },
  ],
  183: [
    {
      alt: 'Pacote de absorvente Intimus Noturno com abas, 16 unidades',
      svg: towelPack({ name: 'Intimus', kind: 'noturno\ncom abas', content: '16 unidades', colours: violet }),
    },
  ],
  184: [
    {
      alt: 'Dois aparelhos de barbear Gillette Mach3 em cartela',
      svg: hangingCard({ name: 'Gillette', kind: 'Mach3', content: '2 unidades', colours: navy, hung: 'razors' }),
    },
  ],
  185: [
    {
      alt: 'Caixa de hastes flexíveis Cotonetes, 150 unidades',
      svg: swabBox({ name: 'Cotonetes', kind: 'hastes flexíveis', content: '150 unidades', colours: sky }),
    },
  ],
  186: [
    {
      alt: 'Caixa de preservativos Jontex Sensitive, 12 unidades',
      svg: uprightCarton({
        name: 'Jontex',
        kind: 'preservativos',
        strength: 'Sensitive',
        content: '12 unidades',
        colours: graphite,
        art: 'full',
        before: condomFoil(violet),
      }),
    },
  ],
}
