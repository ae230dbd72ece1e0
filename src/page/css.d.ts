/** Style sheets are imported by the components that they style: rolldown.config.js gathers them. */
declare module '*.css' {}
