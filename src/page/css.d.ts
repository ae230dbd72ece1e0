/** Components import their own style sheets, which rolldown.config.js combines. */
declare module '*.css' {}
