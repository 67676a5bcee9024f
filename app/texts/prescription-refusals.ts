import { formatDay } from './format.ts'

/** Those that the prescription's form knows too, apart from `refusals.ts`, which browsers need not load. */
export const prescriptionRefusals = {
  issuedLongAgo: (day: string) =>
    `Esta receita é de ${formatDay(day)}, há mais de seis meses. Se a data está certa, confirme-a abaixo; senão, corrija.`,
  fileTooLarge: 'O arquivo tem mais de 10 MB. Envie um menor.',
}
