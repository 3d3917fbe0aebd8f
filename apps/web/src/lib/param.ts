import { useParams } from '@tanstack/react-router'

/** A named part of the open screen's path, such as the id in `/employee/$id`. */
export function useParam(name: 'id' | 'email' | 'token'): string {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  return params[name] ?? ''
}
