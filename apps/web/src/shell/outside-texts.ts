import { texts } from '../lib/language.tsx'

/** Of what is shown outside of the application's frame, and so loaded without it. */
export const outsideTexts = texts({
  notFound: { en: 'Page not found', sw: 'Ukurasa haukupatikana' },
  notFoundTitle: { en: 'We could not find this page', sw: 'Hatukuweza kupata ukurasa huu' },
  notFoundText: {
    en: 'The address may be mistyped, or the page may have moved.',
    sw: 'Huenda anwani imekosewa, au ukurasa umehamishwa.',
  },
  toDashboard: { en: 'Go to the dashboard', sw: 'Nenda mwanzo' },
  pitch: { en: 'Payroll that adds up.', sw: 'Mishahara iliyo sahihi.' },
  pitchFigures: {
    en: 'PAYE, SHIF, NSSF, Housing Levy and NITA, worked out to the cent',
    sw: 'PAYE, SHIF (SHA), NSSF, Tozo ya Nyumba na NITA, kwa hesabu kamili hadi senti',
  },
  pitchPeople: {
    en: 'Employees, casuals, leave and loans in one place',
    sw: 'Wafanyakazi, vibarua, likizo na mikopo mahali pamoja',
  },
  pitchRecord: {
    en: 'Every change on record, every organization kept separate',
    sw: 'Kila badiliko limerekodiwa, kila shirika limetengwa',
  },
})
