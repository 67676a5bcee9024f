import { palette } from '../colours.ts'
import { bottle } from '../forms/bottles.ts'
import { plasters, stripVial, testCassette, testStick } from '../forms/content-of-boxes.ts'
import { nebuliser, pressureMonitor, thermometer } from '../forms/devices.ts'
import { tapeRoll } from '../forms/tape-roll.ts'
import { uprightCarton } from '../forms/upright-carton.ts'
import type { Shelf } from '../picture.ts'

const { blue, sky, teal, red, rose, indigo } = palette

/** Devices, tests, first aid. */
export const devices: Shelf = {
  196: [{ alt: 'Termômetro digital de ponta rígida marcando 36,5', svg: thermometer() }],
  197: [{ alt: 'Monitor de pressão arterial com braçadeira', svg: pressureMonitor() }],
  198: [
    {
      alt: 'Caixa e frasco de tiras para teste de glicemia Accu-Chek Guide, 50 unidades',
      svg: uprightCarton({
        name: 'Accu-Chek\nGuide',
        kind: 'tiras para glicemia',
        content: '50 tiras',
        colours: indigo,
        art: 'slope',
        before: stripVial(indigo),
      }),
    },
  ],
  199: [
    {
      alt: 'Caixa e bastão do teste de gravidez Clearblue Plus',
      svg: uprightCarton({
        name: 'Clearblue\nPlus',
        kind: 'teste de gravidez',
        content: '1 teste',
        colours: rose,
        art: 'sun',
        before: testStick(rose),
      }),
    },
  ],
  200: [
    {
      alt: 'Caixa e cassete do autoteste de Covid-19 por antígeno nasal',
      svg: uprightCarton({
        name: 'Autoteste\nCovid-19',
        kind: 'antígeno nasal',
        content: '1 teste',
        colours: teal,
        art: 'foot',
        before: testCassette(teal),
      }),
    },
  ],
  201: [{ alt: 'Inalador nebulizador com compressor, tubo e máscara', svg: nebuliser() }],
  202: [
    {
      alt: 'Frasco de álcool 70% líquido, 1 litro',
      svg: bottle({ name: 'Álcool', kind: 'líquido', strength: '70%', content: '1 litro', colours: blue, art: 'foot' }),
    },
  ],
  203: [
    {
      alt: 'Frasco de soro fisiológico 0,9%, 500 ml',
      svg: bottle({
        name: 'Soro\nfisiológico',
        strength: '0,9%',
        content: '500 ml',
        colours: sky,
        body: '#f2f8fb',
        cap: '#fdfdfc',
        art: 'wave',
      }),
    },
  ],
  204: [
    {
      alt: 'Caixa e curativos Band-Aid transparentes, 40 unidades',
      svg: uprightCarton({
        name: 'Band-Aid',
        kind: 'curativos\ntransparentes',
        content: '40 unidades',
        colours: red,
        art: 'slope',
        before: plasters(red),
      }),
    },
  ],
  205: [
    {
      alt: 'Rolo de fita Micropore, 25 mm por 10 m',
      svg: tapeRoll({ name: 'Micropore', kind: 'fita', content: '25 mm × 10 m', colours: teal }),
    },
  ],
}
