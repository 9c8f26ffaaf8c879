# The image holds the one static binary and nothing else.
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o /toolcrib ./cmd/toolcrib && mkdir /data

FROM scratch
COPY --from=build /toolcrib /usr/local/bin/toolcrib
COPY --from=build --chown=65532:65532 /data /data
USER 65532:65532
ENV PATH=/usr/local/bin TOOLCRIB_DATA=/data TOOLCRIB_LISTEN=0.0.0.0:8080
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["toolcrib"]
CMD ["serve"]
