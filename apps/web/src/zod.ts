import { z } from 'zod'

// The content policy forbids compiling code from strings.
// Imported first, before any schema is built.
z.config({ jitless: true })
