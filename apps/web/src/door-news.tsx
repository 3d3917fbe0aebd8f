export { Notices as default } from './ui/notices.tsx'
