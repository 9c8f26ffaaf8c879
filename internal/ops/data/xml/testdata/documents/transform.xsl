<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" exclude-result-prefixes="a b" xmlns:a="urn:a" xmlns:b="urn:a">
<xsl:output method="text"/><xsl:strip-space elements="*"/>
<xsl:template match="/"><xsl:for-each select="//item[@n &lt; 5 and position() != last()]">
<xsl:value-of select="concat(@a:x, ', ', @b:y)"/><xsl:text> </xsl:text><xsl:text>&#10;</xsl:text>
</xsl:for-each>total: <xsl:value-of select="count(//item)"/></xsl:template></xsl:stylesheet>