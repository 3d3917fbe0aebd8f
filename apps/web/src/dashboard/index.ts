export { Next, useFirstScreen } from './next.tsx'
