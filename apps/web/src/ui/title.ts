import { useDocumentTitle } from '@mantine/hooks'

export const product = 'Mshahara'
export const useTitle = (title: string) => useDocumentTitle(`${title} · ${product}`)
