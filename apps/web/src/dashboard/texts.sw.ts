import type { DashboardTexts } from './texts.en.ts'

const sw: DashboardTexts = {
  title: 'Mwanzo',
  welcome: ({ name }) => `Karibu, ${name}`,
  welcomeBack: ({ name }) => `Karibu tena, ${name}`,
  lastLogin: ({ when }) => `Uliingia mara ya mwisho: ${when}`,
  firstSignIn: 'Hii ni mara yako ya kwanza kuingia.',
  quickLinks: 'Viungo vya Haraka',
  profile: 'Wasifu Wangu',
  profileText: 'Taarifa, picha na nenosiri lako',
  atAGlance: 'Kwa muhtasari',
  loading: 'Inapakia kinachofuata',
  next: 'Kinachofuata',
  nothing: 'Hakuna kinachokusubiri.',
}
export default sw
